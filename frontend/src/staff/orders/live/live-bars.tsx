import type { SyntheticEvent } from "react";
import type { LiveState } from "@/domain/live/live";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
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
      {m.orders.live.lost({
        time: formatTimeOfDay(new Date(live.lostSince), zone),
      })}
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
        // A key pressed elsewhere turns the sound on in silence; here it would take the button away before its click.
        <Button onClick={turnOn} onKeyDown={keepToItself}>
          {m.orders.live.soundOn}
        </Button>
      }
    >
      {m.orders.live.soundOff}
    </NoticeBar>
  );
}

function keepToItself(event: SyntheticEvent): void {
  event.stopPropagation();
}
