import { useEffect, useSyncExternalStore } from "react";

/**
 * The sound of a new order, made by the browser itself: it needs no file, so it also plays when the
 * line is down. Browsers are silent until the page was touched; until then `isMuted` says so.
 */
const REPEAT_MS = 2_400;
const VOLUME = 0.6;
/** Hz and seconds after the start: a bell that cuts through fans and frying. */
const NOTES: readonly [number, number][] = [
  [880, 0],
  [1175, 0.16],
  [1568, 0.32],
];
const NOTE_SECONDS = 0.28;

let audio: AudioContext | null = null;
let isOn = false;
const listeners = new Set<() => void>();

/** Whether the sound would not be heard. */
function isMuted(): boolean {
  return !isOn;
}

/** Wakes the sound up. Works only after a key press, a click or a touch. */
export async function unlockSound(): Promise<void> {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= newAudio();
    await audio.resume();
  } catch {
    // The browser has no sound, or will not have it yet: the bar goes on saying so.
  }
  noteState();
}

/** Says whether the sound is off, and tries to have it on as soon as the page is touched. */
export function useSound(): { isMuted: boolean; turnOn: () => void } {
  const muted = useSyncExternalStore(subscribe, isMuted);
  useEffect(() => {
    void unlockSound();
    if (!muted) return;
    const unlock = () => void unlockSound();
    // Not earlier in a press: the bar that goes away would move what is pressed.
    window.addEventListener("click", unlock);
    window.addEventListener("keydown", unlock);
    return () => {
      window.removeEventListener("click", unlock);
      window.removeEventListener("keydown", unlock);
    };
  }, [muted]);
  return { isMuted: muted, turnOn: ringOnce };
}

/** Rings until it is told to stop. */
export function startRinging(): () => void {
  ring();
  const timer = setInterval(ring, REPEAT_MS);
  return () => clearInterval(timer);
}

/** So that the person who turned the sound on hears what to listen for. */
function ringOnce(): void {
  void unlockSound().then(ring);
}

function ring(): void {
  if (audio?.state !== "running") return;
  for (const [pitch, after] of NOTES) playNote(audio, pitch, audio.currentTime + after);
}

function playNote(context: AudioContext, pitch: number, at: number): void {
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(VOLUME, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + NOTE_SECONDS);
}

function newAudio(): AudioContext {
  const context = new AudioContext();
  // A phone call, for instance, takes the sound away.
  context.addEventListener("statechange", noteState);
  return context;
}

function noteState(): void {
  isOn = audio?.state === "running";
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
