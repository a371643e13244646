import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { useLeaveForm } from "@/forms/leaving/unsaved-guard";
import { messages as m } from "@/messages";
import { type Place, useArchivePlace } from "@/staff/schedule/api";
import styles from "@/staff/schedule/schedule.module.css";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { PlaceForm } from "./place-form";

interface PlacesDrawerProps {
  truck: StaffTruck;
  places: readonly Place[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The places where the truck stops: add, change, archive. */
export function PlacesDrawer({ truck, places, open, onOpenChange }: PlacesDrawerProps) {
  const [edited, setEdited] = useState<Place | "new" | null>(null);
  const usable = places.filter(({ archivedAt }) => archivedAt === null);
  const place = edited === "new" ? null : edited;
  return (
    <FormDrawer
      open={open}
      onClose={() => {
        setEdited(null);
        onOpenChange(false);
      }}
      title={titleOf(edited)}
    >
      {edited === null ? (
        <Stack gap={4}>
          {usable.length === 0 ? (
            <EmptyState title={m.schedule.place.empty} headingLevel="h3" />
          ) : null}
          <Stack as="ul" gap={2}>
            {usable.map((each) => (
              <li key={each._id}>
                <button type="button" className={styles.placeRow} onClick={() => setEdited(each)}>
                  <Text as="span" weight={650}>
                    {each.name}
                  </Text>
                  <Text as="span" soft size="s">
                    {each.address}
                  </Text>
                </button>
              </li>
            ))}
          </Stack>
          <Button variant="primary" onClick={() => setEdited("new")}>
            {m.schedule.place.add}
          </Button>
        </Stack>
      ) : (
        <>
          <PlaceForm
            key={place?._id ?? "new"}
            truck={truck}
            place={place}
            onDone={() => setEdited(null)}
          />
          <Row gap={3} paddingTop={5} marginTop={6} className={styles.end}>
            <BackToPlaces onBack={() => setEdited(null)} />
            {place ? (
              <ArchivePlace truckId={truck._id} place={place} onDone={() => setEdited(null)} />
            ) : null}
          </Row>
        </>
      )}
    </FormDrawer>
  );
}

function BackToPlaces({ onBack }: { onBack: () => void }) {
  const leave = useLeaveForm();
  return <Button onClick={() => leave(onBack)}>{m.schedule.place.back}</Button>;
}

function titleOf(edited: Place | "new" | null): string {
  if (edited === null) return m.common.places;
  return edited === "new" ? m.schedule.place.add : m.schedule.place.edit;
}

interface ArchivePlaceProps {
  truckId: string;
  place: Place;
  onDone: () => void;
}

function ArchivePlace({ truckId, place, onDone }: ArchivePlaceProps) {
  const { mutateAsync, isPending, error } = useArchivePlace(truckId);
  const archive = () =>
    whenDone(mutateAsync(place._id, { onSuccess: onDone }), {
      onSuccess: () =>
        showToast({
          type: "success",
          message: m.schedule.place.archived({ name: place.name }),
        }),
      onError: () => undefined, // shown beside the button
    });
  return (
    <>
      <Button variant="danger" busy={isPending} onClick={archive}>
        {m.schedule.place.archive}
      </Button>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
    </>
  );
}
