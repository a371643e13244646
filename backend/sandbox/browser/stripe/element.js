/** What the Payment Element and the Address Element have in common: one frame, its events, its life. */
class Element extends Emitter {
  constructor(elements, type, options) {
    super();
    this._elements = elements;
    this._type = type;
    this._options = { ...options };
    this._node = null;
    this._link = null;
    this._ready = false;
    this._destroyed = false;
  }

  mount(target) {
    if (this._destroyed) {
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    }
    const node = typeof target === 'string' ? document.querySelector(target) : target;
    if (!(node instanceof HTMLElement)) {
      throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements that are currently on the page.`);
    }
    if (this._node === node) return;
    this.unmount();
    this._show(node);
    // React attaches its listeners after mount(): an event sent now would be lost.
    setTimeout(() => this._link && this._emit('loaderstart', { elementType: this._type }), 0);
  }

  _show(node) {
    this._node = node;
    this._link = new FrameLink(SANDBOX_ORIGIN, this._type, (kind, data) => this._hear(kind, data));
    const wrapper = document.createElement('div');
    wrapper.className = '__PrivateStripeElement';
    wrapper.style.cssText = 'margin:0;padding:0;border:0;display:block;background:transparent;position:relative';
    wrapper.append(this._link.iframe);
    node.classList.add('StripeElement');
    node.replaceChildren(wrapper);
  }

  _hear(kind, data) {
    const hear = {
      hello: () => this._start(),
      height: () => this._link.iframe.style.setProperty('height', `${Number(data)}px`),
      ready: () => this._becomeReady(),
      change: () => this._emit('change', data),
      focus: () => this._mark('StripeElement--focus', true, 'focus'),
      blur: () => this._mark('StripeElement--focus', false, 'blur'),
      escape: () => this._emit('escape', { elementType: this._type }),
      enter: () => this._submitForm(),
    }[kind];
    hear?.();
  }

  async _start() {
    const link = this._link;
    const problem = await this._elements._loadProblem(this._type);
    if (this._link !== link) return;
    if (problem) {
      this._emit('loaderror', { elementType: this._type, error: problem });
      link.iframe.style.height = '0';
      return;
    }
    link.tell('init', { ...this._settings(), options: this._options });
  }

  _settings() {
    const { appearance = {}, fonts } = this._elements._options;
    const addressMode = this._elements.getElement('address')?._options.mode;
    return { appearance, fonts, ownAddress: addressMode !== 'billing' };
  }

  _becomeReady() {
    if (this._ready) return;
    this._ready = true;
    this._emit('ready', { elementType: this._type });
  }

  _mark(className, on, event) {
    this._node.classList.toggle(className, on);
    this._emit(event, { elementType: this._type });
  }

  /** Enter in a frame submits the page's form, as it would from an ordinary input. */
  _submitForm() {
    const form = this._node.closest('form');
    const button = form?.querySelector('button:not([type]), button[type=submit], input[type=submit]');
    if (form && !button?.disabled) form.requestSubmit(button ?? undefined);
  }

  update(options) {
    Object.assign(this._options, options);
    this._link?.tell('options', options);
    return this;
  }

  unmount() {
    this._link?.close();
    if (this._node) {
      this._node.classList.remove('StripeElement', 'StripeElement--focus');
      this._node.replaceChildren();
    }
    this._node = null;
    this._link = null;
    this._ready = false;
    return this;
  }

  destroy() {
    this.unmount();
    this._destroyed = true;
    this._elements._forget(this);
    return this;
  }

  focus() {
    this._link?.tell('focus');
    return this;
  }

  blur() {
    this._link?.tell('blur');
    return this;
  }

  clear() {
    this._link?.tell('clear');
    return this;
  }
}

class PaymentElement extends Element {
  /** With one payment method there is no accordion to close. */
  collapse() {
    return this;
  }
}

class AddressElement extends Element {
  async getValue() {
    if (!this._ready) throw new IntegrationError('The Address Element must be mounted before getValue() is called.');
    const { complete, value } = await this._link.ask('value');
    return { complete, isNewAddress: true, value };
  }
}
