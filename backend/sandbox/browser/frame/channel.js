/** The conversation with the page: only the parent window, only from the origin that the frame was opened for. */
export class Channel {
  constructor(origin, handlers) {
    this.origin = origin;
    this.handlers = handlers;
    window.addEventListener('message', (event) => this.#receive(event));
  }

  async #receive(event) {
    if (event.source !== window.parent || event.origin !== this.origin) return;
    const { kind, question, data } = event.data ?? {};
    if (!Object.hasOwn(this.handlers, kind)) return;
    const answer = await this.handlers[kind](data);
    if (question !== undefined) window.parent.postMessage({ kind: 'answer', question, data: answer }, this.origin);
  }

  tell(kind, data) {
    window.parent.postMessage({ kind, data }, this.origin);
  }
}
