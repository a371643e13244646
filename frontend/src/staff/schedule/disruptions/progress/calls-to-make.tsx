import { errorMessage } from "@/domain/api/errors";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { type Disruption, retryFailed } from "@/staff/schedule/disruptions/api";
import { useDisruptionCall } from "@/staff/schedule/disruptions/use-disruption-call";
import { ExternalLink } from "@/ui/content/external-link";
import { Button } from "@/ui/controls/button";
import { Link } from "@/ui/controls/link";
import { Notice } from "@/ui/feedback/notice";
import { PhoneIcon } from "@/ui/icons/order-icons";
import { Stack, Text } from "@/ui/layout";

/** The customers that no text has reached, or whose order could not be changed, with why and their phone. */
export function CallsToMake({ disruption }: { disruption: Disruption }) {
  const { _id, failed } = disruption;
  const { mutate, isPending, error } = useDisruptionCall(disruption, retryFailed);
  return (
    <Stack as="section" gap={4} aria-labelledby={`calls-${_id}`}>
      <h4 id={`calls-${_id}`}>{m.plan.calls.count({ count: failed.length })}</h4>
      <Stack as="ul">
        {failed.map(({ orderId, orderNumber, customerName, phone, problem, reason }) => (
          <Stack key={orderId} as="li" gap={1} items="start" paddingBlock={3} lineBelow>
            <Text weight={650} breaks>
              <Link to={`/admin/orders/${orderId}`}>#{orderNumber}</Link> {customerName}
            </Text>
            <Text soft size="s" weight={500}>
              {whatToDo(problem) ?? reason}
            </Text>
            {phone ? (
              <ExternalLink href={`tel:${phone}`}>
                <PhoneIcon size={18} /> {displayPhone(phone)}
              </ExternalLink>
            ) : (
              <p>{m.plan.calls.noPhone}</p>
            )}
          </Stack>
        ))}
      </Stack>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
      <Button block busy={isPending} onClick={() => mutate()}>
        {m.common.tryAgain}
      </Button>
    </Stack>
  );
}

/** What staff can do besides calling; null where the reason of the text provider says all. */
function whatToDo(problem: Disruption["failed"][number]["problem"]): string | null {
  if (problem === "order") return m.plan.calls.orderUnchanged;
  return problem === "refund" ? m.plan.calls.refundRefused : null;
}
