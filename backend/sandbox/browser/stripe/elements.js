const ELEMENT_CLASSES = { payment: PaymentElement, address: AddressElement };

/** One checkout's group of Elements: at most one of each type, one appearance, one intent. */
class Elements extends Emitter {
  constructor(stripe, options = {}) {
    super();
    this._stripe = stripe;
    this._options = { ...options };
    this._members = new Map();
    this._intent = null;
  }

  create(type, options = {}) {
    const ElementClass = ELEMENT_CLASSES[type];
    if (!ElementClass) throw new IntegrationError(`A valid Element name must be provided. The sandbox has no '${type}' Element.`);
    if (this._members.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`);
    const element = new ElementClass(this, type, options);
    this._members.set(type, element);
    this._tellSettings();
    return element;
  }

  getElement(type) {
    return this._members.get(type) ?? null;
  }

  async update(options = {}) {
    const { clientSecret, ...changes } = options;
    if (clientSecret && clientSecret !== this._options.clientSecret) {
      throw new IntegrationError('elements.update() cannot change the client secret. Create a new Elements instance.');
    }
    Object.assign(this._options, changes);
    this._tellSettings();
    await Promise.resolve();
    this._emit('update-end');
  }

  async fetchUpdates() {
    this._intent = null;
    const error = await this._loadProblem('payment');
    return error ? { error } : {};
  }

  /** Checks every Element, so that all the errors are shown at once; returns the first. */
  async submit() {
    const mounted = [...this._members.values()].filter((element) => element._ready);
    const answers = await Promise.all(mounted.map((element) => element._link.ask('validate')));
    const error = answers.find((answer) => answer.error)?.error;
    if (!error) return { selectedPaymentMethod: 'card' };
    mounted[answers.findIndex((answer) => answer.error)]._link.tell('focus-error');
    return { error };
  }

  _forget(element) {
    if (this._members.get(element._type) === element) this._members.delete(element._type);
    this._tellSettings();
  }

  _tellSettings() {
    for (const element of this._members.values()) element._link?.tell('settings', element._settings());
  }

  /** The error that keeps an Element from loading, or null. A bad secret must not throw here: React calls this unseen. */
  async _loadProblem(type) {
    if (type !== 'payment' || !this._options.clientSecret) return null;
    try {
      this._intent ??= this._stripe.retrievePaymentIntent(this._options.clientSecret);
      const { error } = await this._intent;
      if (error) this._intent = null;
      return error ?? null;
    } catch (error) {
      this._intent = null;
      return { type: 'invalid_request_error', message: error.message };
    }
  }
}
