import { vi } from "vitest";

/** Stands in for the browser's sound: counts the tones, and is silent until it may play. */
export function fakeAudio({ mayPlay = true } = {}) {
  const heard = { tones: 0, mayPlay };
  class FakeContext extends EventTarget {
    state = "suspended";
    currentTime = 0;
    destination = {};
    async resume(): Promise<void> {
      if (!heard.mayPlay) return;
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
    }
    createOscillator() {
      const start = () => {
        heard.tones += 1;
      };
      return { frequency: {}, connect: (next: unknown) => next, start, stop: () => undefined };
    }
    createGain() {
      const gain = { setValueAtTime: () => gain, exponentialRampToValueAtTime: () => gain };
      return { gain, connect: (next: unknown) => next };
    }
  }
  vi.stubGlobal("AudioContext", FakeContext);
  return heard;
}
