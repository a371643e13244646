/**
 * Reports the content's height to the page. An error that appears because the customer has just left the frame must
 * not grow it at that moment: the pay button would move away under the pointer. Growth waits for the next act here.
 */
export class Height {
  #held = false;
  #reported = 0;

  constructor(content, report) {
    this.content = content;
    this.report = report;
    new ResizeObserver(() => this.#measure()).observe(content);
  }

  hold() {
    this.#held = true;
  }

  release() {
    this.#held = false;
    this.#measure();
  }

  #measure() {
    const height = Math.ceil(this.content.getBoundingClientRect().height);
    if (this.#held || height === this.#reported || height === 0) return;
    this.#reported = height;
    this.report(height);
  }
}
