const FRAME_TITLES = {
  payment: 'Secure payment input frame',
  address: 'Secure address input frame',
};
/** Close to the final heights, so that the page hardly moves when the frame reports its own. */
const FIRST_HEIGHTS = { payment: 190, address: 300 };
const FRAME_STYLE = {
  border: '0',
  display: 'block',
  margin: '-4px',
  padding: '0',
  overflow: 'hidden',
  'user-select': 'none',
  // A dark page would otherwise give the transparent frame an opaque backdrop.
  'color-scheme': 'light only',
};

let frameCount = 0;

function frameName() {
  frameCount += 1;
  return `__privateStripeFrame${frameCount}`;
}

/** One iframe at the sandbox's origin and the conversation with it. */
class FrameLink {
  #questions = new Map();
  #nextQuestion = 1;
  #open = false;

  constructor(origin, elementType, onMessage) {
    this.origin = origin;
    this.onMessage = onMessage;
    this.iframe = this.#build(elementType);
    this.listener = (event) => this.#receive(event);
    window.addEventListener('message', this.listener);
  }

  #build(elementType) {
    const iframe = document.createElement('iframe');
    iframe.name = frameName();
    iframe.title = FRAME_TITLES[elementType];
    iframe.allow = 'payment *; clipboard-write';
    for (const [name, value] of Object.entries(FRAME_STYLE)) iframe.style.setProperty(name, value);
    iframe.style.width = 'calc(100% + 8px)';
    iframe.style.height = `${FIRST_HEIGHTS[elementType]}px`;
    const query = new URLSearchParams({ element: elementType, parent: window.location.origin });
    iframe.src = `${this.origin}/js/frame.html?${query}`;
    return iframe;
  }

  /** Only this frame's own window at the sandbox's own origin is listened to. */
  #receive(event) {
    if (event.source !== this.iframe.contentWindow || event.origin !== this.origin) return;
    const { kind, question, data } = event.data ?? {};
    this.#open = true;
    if (kind !== 'answer') {
      this.onMessage(kind, data);
      return;
    }
    this.#questions.get(question)?.(data);
    this.#questions.delete(question);
  }

  /** Before the frame has said hello nothing listens yet; `init` will carry the present settings. */
  tell(kind, data) {
    if (this.#open) this.iframe.contentWindow?.postMessage({ kind, data }, this.origin);
  }

  ask(kind, data) {
    const question = this.#nextQuestion++;
    return new Promise((resolve) => {
      this.#questions.set(question, resolve);
      this.iframe.contentWindow?.postMessage({ kind, question, data }, this.origin);
    });
  }

  close() {
    window.removeEventListener('message', this.listener);
    for (const answer of this.#questions.values()) {
      answer({ error: { type: 'api_error', message: 'The Element was removed before it could answer.' } });
    }
    this.#questions.clear();
  }
}
