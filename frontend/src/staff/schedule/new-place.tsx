import { useRef, useState } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { PlaceRequest } from "@/domain/api/limits.gen";
import { useSend } from "@/domain/api/use-send-once";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { type Place, useSavePlace } from "./api";

/** What a choice of places holds for one that is not saved yet. */
export const NEW_PLACE = "new";

interface TypedPlace {
  name: string;
  address: string;
  /** Degrees; null where the position was not asked for. */
  latitude: number | null;
  longitude: number | null;
}

const BLANK: TypedPlace = { name: "", address: "", latitude: null, longitude: null };

export type NewPlace = ReturnType<typeof useNewPlace>;

/** A place that is typed where it is needed: sent with what uses it, or saved before and corrected when sent again. */
export function useNewPlace(truckId: string) {
  const { mutateAsync } = useSavePlace(truckId);
  const send = useSend((place: Omit<Parameters<typeof mutateAsync>[0], "key">, key) =>
    mutateAsync({ ...place, key }),
  );
  const [typed, setTyped] = useState(BLANK);
  const stored = useRef<{ place: Place; typed: TypedPlace } | null>(null);

  /** Throws an error about the field `placeId` of the form around it. */
  function read(): TypedPlace {
    if (typed.name.trim() === "") throw refusal(m.newPlace.nameless);
    return { ...typed, name: typed.name.trim(), address: typed.address.trim() };
  }

  /** Throws as `read` does. */
  async function save(): Promise<Place> {
    const before = stored.current;
    if (before?.typed === typed) return before.place;
    const sent = read();
    const id = before?.place._id ?? null;
    const change = before ? { ...sent, version: before.place.version } : sent;
    try {
      const place = await send({ id, change });
      stored.current = { place, typed };
      return place;
    } catch (error) {
      throw refusal(m.newPlace.failed({ reason: errorMessage(error) }));
    }
  }

  return { typed, setTyped, read, save };
}

function refusal(sentence: string): ApiError {
  return new ApiError({ status: 400, message: sentence, fields: { placeId: sentence } });
}

/** Name, address and position of the new place, below the choice that has led to it. */
export function NewPlaceFields({ typed, setTyped }: NewPlace) {
  const position = usePosition(({ latitude, longitude }) =>
    setTyped((present) => ({ ...present, latitude, longitude })),
  );
  const use = useRef<HTMLButtonElement>(null);

  function removePosition() {
    setTyped({ ...typed, latitude: null, longitude: null });
    // The button that was pressed is gone with the position.
    use.current?.focus();
  }

  return (
    <Stack gap={3} padding={3} surface="sunken" radius="control">
      <Field label={m.newPlace.name} hint={m.newPlace.nameHint}>
        <TextInput
          value={typed.name}
          maxLength={PlaceRequest.name.maxLength}
          autoComplete="off"
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
      </Field>
      <Field label={m.common.address} hint={m.newPlace.addressHint}>
        <TextInput
          value={typed.address}
          maxLength={PlaceRequest.address.maxLength}
          autoComplete="off"
          onChange={({ target }) => setTyped({ ...typed, address: target.value })}
        />
      </Field>
      <Row gap={3}>
        <Button ref={use} busy={position.isAsking} onClick={position.ask}>
          {m.newPlace.usePosition}
        </Button>
        {typed.latitude === null ? null : (
          <Button variant="quiet" disabled={position.isAsking} onClick={removePosition}>
            {m.newPlace.removePosition}
          </Button>
        )}
      </Row>
      <Text soft size="s" role="status">
        {position.problem || (typed.latitude === null ? m.newPlace.positionHint : m.newPlace.found)}
      </Text>
    </Stack>
  );
}

const LONGEST_WAIT_MS = 15_000;

/** Asks the device where it is; `problem` says what to do when it does not tell. */
export function usePosition(onFound: (position: { latitude: number; longitude: number }) => void) {
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);

  function ask() {
    setProblem("");
    if (!("geolocation" in navigator)) return setProblem(m.newPlace.unknown);
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        onFound({ latitude: degrees(coords.latitude), longitude: degrees(coords.longitude) });
      },
      ({ code }) => {
        setAsking(false);
        setProblem(code === DENIED ? m.newPlace.denied : m.newPlace.unknown);
      },
      { enableHighAccuracy: true, timeout: LONGEST_WAIT_MS },
    );
  }

  return { ask, isAsking, problem };
}

/** PERMISSION_DENIED of a GeolocationPositionError. */
const DENIED = 1;

/** As exact as a parking space. */
function degrees(degree: number): number {
  return Number(degree.toFixed(6));
}
