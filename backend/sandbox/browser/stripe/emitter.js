/** The `on`, `once` and `off` that Elements and each Element offer. */
class Emitter {
  #handlers = new Map();

  on(event, handler) {
    if (typeof handler !== 'function') {
      throw new IntegrationError(`The handler for the ${event} event must be a function.`);
    }
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
    return this;
  }

  once(event, handler) {
    const single = (payload) => {
      this.off(event, single);
      handler(payload);
    };
    single.original = handler;
    return this.on(event, single);
  }

  off(event, handler) {
    const kept = handler
      ? (this.#handlers.get(event) ?? []).filter((item) => item !== handler && item.original !== handler)
      : [];
    this.#handlers.set(event, kept);
    return this;
  }

  _emit(event, payload) {
    for (const handler of this.#handlers.get(event) ?? []) handler(payload);
  }
}
