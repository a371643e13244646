/**
 * A browser of another engine, behind the few actions that the paths need. Every action waits until its element is
 * there and can be used. Elements are named by XPath (`targets.ts`), the one language that WebDriver and BiDi share.
 */
export interface Scope {
  click(target: string): Promise<void>;
  /** Clicks on an empty text field and types. */
  fill(target: string, text: string): Promise<void>;
  /** Goes on with Tab to a <select> and types the label of an option. */
  chooseNext(label: string): Promise<void>;
  waitUntilGone(target: string): Promise<void>;
  /** The visible text of an element, once it has some. */
  read(target: string): Promise<string>;
}

export interface Engine extends Scope {
  /** Opens an address and waits for the page to load. */
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Types a time of day, HH:MM on 24 hours, into a field of type "time". */
  fillTime(target: string, time: string): Promise<void>;
  /** Acts inside the frame with this title. */
  inFrame(title: string, act: (frame: Scope) => Promise<void>): Promise<void>;
  /** A PNG of the window. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

const LIMIT_MS = 30_000;
const PAUSE_MS = 100;

/** Repeats an attempt until it succeeds; throws its last error after 30 seconds. */
export async function until<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`Waited 30 s in vain: ${what}`, { cause });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
