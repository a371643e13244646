import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ConnectStatus } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { connectStatusQuery, createOnboardingLink } from "@/staff/trucks/api";
import type { BadgeTone } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { Notice, type NoticeTone } from "@/ui/feedback/notice";
import { Spinner } from "@/ui/feedback/spinner";
import { showToast } from "@/ui/feedback/toast";
import { Row } from "@/ui/layout";
import { leaveFor } from "./leave-for";
import type { Onboarding } from "./onboarding-address";
import { Requirements } from "./requirements";
import { stripeBadge } from "./stripe-badge";

interface OnboardingNoticeProps {
  onboarding: Onboarding;
  /** Empty while the trucks load, and for a truck that is gone. */
  truckName: string;
  onDismiss: () => void;
}

/** Meets whom the payment provider sent back. */
export function OnboardingNotice({ onboarding, truckName, onDismiss }: OnboardingNoticeProps) {
  const { step, truckId } = onboarding;
  const name = truckName || m.paymentAccount.notice.truck;
  return step === "refresh" ? (
    <FreshLink key={truckId} truckId={truckId} name={name} />
  ) : (
    <ReturnedFrom key={truckId} truckId={truckId} name={name} onDismiss={onDismiss} />
  );
}

interface TruckNamed {
  truckId: string;
  name: string;
}

/** The link was used or too old: a new one is asked for and followed without another click. */
function FreshLink({ truckId, name }: TruckNamed) {
  const link = useMutation({
    mutationFn: async () => leaveFor(await createOnboardingLink(truckId), { instead: true }),
    onError: () => showToast({ type: "error", message: m.paymentAccount.linkFailed }),
  });
  const { mutate } = link;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);

  if (!link.error) return <Spinner label={m.paymentAccount.notice.opening({ name })} showLabel />;
  return (
    <Notice
      role="alert"
      tone="danger"
      title={m.paymentAccount.linkFailed}
      action={<Button onClick={() => mutate()}>{m.common.tryAgain}</Button>}
    >
      {errorMessage(link.error)}
    </Notice>
  );
}

/** Back from the provider's questions: says what the account is now, freshly read. */
function ReturnedFrom({ truckId, name, onDismiss }: TruckNamed & { onDismiss: () => void }) {
  const status = useQuery({ ...connectStatusQuery(truckId), refetchOnMount: "always" });
  if (status.isPending || (status.isFetching && !status.isFetchedAfterMount)) {
    return <Spinner label={m.paymentAccount.notice.reading({ name })} showLabel />;
  }
  if (status.error) {
    return (
      <Notice
        role="alert"
        tone="danger"
        title={m.paymentAccount.notice.failed({ name })}
        action={<Button onClick={() => status.refetch()}>{m.common.tryAgain}</Button>}
      >
        {errorMessage(status.error)}
      </Notice>
    );
  }
  const { state, label, tone } = stripeBadge(status.data);
  return (
    <Notice
      role="status"
      tone={noticeTone(tone)}
      title={`${name}: ${label}`}
      action={
        <Row gap={2}>
          {state === "active" ? null : (
            <Button busy={status.isFetching} onClick={() => status.refetch()}>
              {m.common.checkAgain}
            </Button>
          )}
          <Button variant="quiet" onClick={onDismiss}>
            {m.paymentAccount.notice.dismiss}
          </Button>
        </Row>
      }
    >
      <StatusNow status={status.data} />
    </Notice>
  );
}

function noticeTone(tone: BadgeTone): NoticeTone {
  return tone === "good" || tone === "danger" || tone === "warning" ? tone : "info";
}

function StatusNow({ status }: { status: ConnectStatus }) {
  const { state } = stripeBadge(status);
  if (state === "active") return <p>{m.paymentAccount.notice.ready}</p>;
  if (state === "none") return <p>{m.paymentAccount.notice.none}</p>;
  return <Requirements status={status} />;
}
