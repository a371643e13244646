import type { SyntheticEvent } from "react";
import type { LiveState } from "@/domain/live";
import { formatTimeOfDay } from "@/domain/values/time";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { useSound } from "./alarm";

interface LiveBarsProps {
  live: LiveState;
  /** The truck's time zone. */
  zone: string;
}

/** What a screen of live orders cannot do just now: tell what is new, or make itself heard. */
export function LiveBars({ live, zone }: LiveBarsProps) {
  return (
    <>
      <ConnectionBar live={live} zone={zone} />
      <SoundBar />
    </>
  );
}

export function ConnectionBar({ live, zone }: LiveBarsProps) {
  if (live.state !== "lost" || live.lostSince === null) return null;
  return (
    <NoticeBar tone="danger" role="alert">
      Connection lost since {formatTimeOfDay(new Date(live.lostSince), zone)}. New orders may not
      show up here; it keeps trying.
    </NoticeBar>
  );
}

export function SoundBar() {
  const { isMuted, turnOn } = useSound();
  if (!isMuted) return null;
  return (
    <NoticeBar
      tone="warning"
      action={
        // Any other press turns the sound on in silence, and would take the button away before its click.
        <Button onClick={turnOn} onPointerUp={keepToItself} onKeyDown={keepToItself}>
          Turn sound on
        </Button>
      }
    >
      Sound is off. New orders will not ring.
    </NoticeBar>
  );
}

function keepToItself(event: SyntheticEvent): void {
  event.stopPropagation();
}
