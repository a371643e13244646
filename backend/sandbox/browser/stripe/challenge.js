const CHALLENGE_STYLES = {
  overlay:
    'position:fixed;inset:0;z-index:2147483647;width:100%;height:100%;max-width:none;max-height:none;margin:0;' +
    'padding:16px;border:0;box-sizing:border-box;display:flex;align-items:center;justify-content:center;' +
    'background:rgba(10,8,6,.6)',
  panel:
    'position:relative;width:min(400px,100%);height:min(480px,100%);border-radius:12px;overflow:hidden;' +
    'background:#fff;box-shadow:0 20px 60px rgba(0,0,0,.35)',
  frame: 'border:0;width:100%;height:100%;display:block;color-scheme:light only',
  close:
    'position:absolute;top:8px;right:8px;width:44px;height:44px;border:0;border-radius:22px;background:transparent;' +
    'color:#33302c;font:24px/1 system-ui,sans-serif;cursor:pointer',
};

function styled(tag, style, properties) {
  const node = Object.assign(document.createElement(tag), properties);
  node.style.cssText = style;
  return node;
}

/** The bank's question over the page. Settles when the bank is done (`answered`) or the customer closes it (`closed`). */
class Challenge {
  constructor(url) {
    this.url = new URL(url, SANDBOX_ORIGIN);
    this.dialog = styled('dialog', CHALLENGE_STYLES.overlay, { className: '__PrivateStripe3DS' });
    this.dialog.setAttribute('aria-label', 'Confirm the payment with your bank');
    const panel = styled('div', CHALLENGE_STYLES.panel, {});
    const close = styled('button', CHALLENGE_STYLES.close, { type: 'button', textContent: '×' });
    close.setAttribute('aria-label', 'Cancel the bank check');
    close.addEventListener('click', () => this.finish('closed'));
    panel.append(this.#frame(), close);
    this.dialog.append(panel);
  }

  #frame() {
    this.iframe = styled('iframe', CHALLENGE_STYLES.frame, {
      name: 'stripe-challenge-frame',
      title: 'Bank confirmation (3-D Secure)',
    });
    const address = new URL(this.url);
    address.searchParams.set('parent', window.location.origin);
    this.iframe.src = address.href;
    return this.iframe;
  }

  run() {
    const before = document.activeElement;
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.iframe.focus();
    return new Promise((resolve) => {
      this.finish = (how) => {
        window.removeEventListener('message', this.listener);
        this.dialog.remove();
        before?.focus?.();
        resolve(how);
      };
      this.listener = (event) => this.#receive(event);
      window.addEventListener('message', this.listener);
      this.dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        this.finish('closed');
      });
    });
  }

  #receive(event) {
    if (event.source !== this.iframe.contentWindow || event.origin !== this.url.origin) return;
    if (event.data?.kind === 'challenge-done') this.finish('answered');
    if (event.data?.kind === 'challenge-closed') this.finish('closed');
  }

  /** Tells the bank that no answer will come, so that the intent can take another card. */
  async abandon() {
    const body = new URLSearchParams({ outcome: 'fail' });
    await fetch(this.url, { method: 'POST', mode: 'no-cors', body }).catch(() => undefined);
  }
}
