/** What a truck still needs before customers can order from it, each point with the way to where it is done. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { Checklist, ChecklistPoint, StaffTruck } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { checklistQuery, publishTruck, showChangedTruck } from "@/staff/trucks/api";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { FROM_LIST } from "@/ui/layout/back-button-and-return-to-list";

interface TruckChecklistProps {
  truck: StaffTruck;
  /** Only superadmins publish; the others read who does. */
  mayPublish: boolean;
  /** The payment account and its next step, where it is set up on this page. */
  account?: ReactNode;
}

export function TruckChecklist({ truck, mayPublish, account }: TruckChecklistProps) {
  const [isPublished, setPublished] = useState(false);
  const query = useQuery(checklistQuery(truck._id));
  return (
    <Stack as="section" gap={4} measure="column" aria-label={m.checklist.title}>
      <Loaded
        query={query}
        skeleton={<ChecklistSkeleton />}
        failed={m.checklist.failed}
        headingLevel="h2"
      >
        {(checklist) => (
          <>
            <Stack as="ul">
              {checklist.points.map((point) => (
                <Point
                  key={point.name}
                  point={point}
                  truck={truck}
                  account={point.name === "payments" ? account : null}
                />
              ))}
            </Stack>
            {checklist.isDraft ? (
              <Publish
                truck={truck}
                checklist={checklist}
                mayPublish={mayPublish}
                onPublished={() => setPublished(true)}
              />
            ) : null}
            {checklist.isDraft || !truck.isActive ? null : (
              <PublicPage truck={truck} takesFocus={isPublished} />
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface PublicPageProps {
  truck: StaffTruck;
  /** The button that published the truck, and had the focus, is gone. */
  takesFocus: boolean;
}

/** What customers see now. */
function PublicPage({ truck, takesFocus }: PublicPageProps) {
  const page = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) page.current?.focus();
  }, [takesFocus]);
  return (
    <Row>
      <Row as="a" inline align="center" target weight={650} ref={page} href={`/${truck.slug}`}>
        {m.checklist.seePage}
      </Row>
    </Row>
  );
}

interface PointProps extends Pick<TruckChecklistProps, "truck" | "account"> {
  point: ChecklistPoint;
}

function Point({ point, truck, account }: PointProps) {
  const words = m.checklist.points[point.name];
  const { tone, word } = stateOf(point);
  return (
    <Row as="li" gap={4} rowGap={2} align="center" justify="between" paddingBlock={3} lineBelow>
      <Stack gap={1} shrinks grow>
        <Row gap={2} rowGap={1} align="center">
          <Text as="strong">{words.title}</Text>
          <Badge tone={tone}>{word}</Badge>
        </Row>
        <Text soft>{point.done ? words.done({ count: point.count ?? 0 }) : words.open}</Text>
        {point.allowed || point.done ? null : (
          <Text soft size="s">
            {m.checklist.notYours}
          </Text>
        )}
      </Stack>
      {point.allowed ? account : null}
      {point.allowed && !account ? (
        <ButtonLink to={placeOf(point, truck)} state={FROM_LIST}>
          {words.action}
        </ButtonLink>
      ) : null}
    </Row>
  );
}

function stateOf({ done, required }: ChecklistPoint): { tone: BadgeTone; word: string } {
  if (done) return { tone: "good", word: m.checklist.done };
  return required
    ? { tone: "warning", word: m.checklist.required }
    : { tone: "neutral", word: m.checklist.recommended };
}

/** Where the point is done. */
function placeOf({ name }: ChecklistPoint, { _id }: StaffTruck): string {
  const places = {
    menu: `/admin/menu?truck=${_id}`,
    tax: `/admin/trucks/edit/${_id}`,
    schedule: `/admin/schedule?truck=${_id}`,
    staff: `/admin/users?add=${_id}`,
    payments: `/admin/trucks/${_id}`,
  };
  return places[name];
}

interface PublishProps extends TruckChecklistProps {
  checklist: Checklist;
  onPublished: () => void;
}

/** The last step of a draft: makes it public, or says what is missing. */
function Publish({ truck, checklist, mayPublish, onPublished }: PublishProps) {
  const client = useQueryClient();
  const publication = useMutation({
    mutationFn: () => publishTruck(truck._id),
    onSuccess: (published) => {
      const message = m.checklist.published({ name: published.name });
      showToast({ type: "success", message });
      onPublished();
      return showChangedTruck(client, published);
    },
    // A point may have been undone meanwhile: the list shows which.
    onError: () => client.invalidateQueries(checklistQuery(truck._id)),
  });
  const missing = checklist.points.filter(({ done, required }) => required && !done);
  const points = formatList(missing.map(({ name }) => m.checklist.points[name].title));
  return (
    <Stack gap={3} items="start">
      <Text role="status">
        {missing.length > 0 ? m.checklist.missing({ points }) : m.checklist.complete}
      </Text>
      {publication.error ? (
        <Text tone="danger" weight={600} role="alert">
          {errorMessage(publication.error)}
        </Text>
      ) : null}
      {mayPublish ? (
        <Button
          variant="primary"
          busy={publication.isPending}
          disabled={!checklist.canPublish}
          onClick={() => publication.mutate()}
        >
          {m.checklist.publish}
        </Button>
      ) : (
        <Text soft>
          {missing.length > 0 ? m.checklist.publishedByPlatform : m.checklist.waitsForPlatform}
        </Text>
      )}
    </Stack>
  );
}

function ChecklistSkeleton() {
  return (
    <Skeletons label={m.checklist.loading} heights={["4rem", "4rem", "4rem", "4rem", "4rem"]} />
  );
}
