import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { configQuery } from "@/domain/api/config";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { useInviteAgain, useWithdrawInvitation } from "./api";
import styles from "./staff.module.css";
import { describeInvitation } from "./user-labels";

interface InvitationSectionProps {
  user: User;
  invitation: NonNullable<User["invitation"]>;
  onDone: () => void;
}

/** An invitation that was not accepted yet: sends it again, or withdraws it with its account. */
export function InvitationSection({ user, invitation, onDone }: InvitationSectionProps) {
  const { data: config } = useQuery(configQuery());
  const canSend = Boolean(config?.sendsEmail);
  const [isAsking, setAsking] = useState(false);
  const again = useInviteAgain();
  const withdraw = useWithdrawInvitation();

  function sendAgain() {
    whenDone(again.mutateAsync(user._id, { onSuccess: onDone }), {
      onSuccess: ({ email }) =>
        showToast({ type: "success", message: m.team.invitation.sent({ email }) }),
      onError: sayWhy,
    });
  }

  function withdrawIt() {
    whenDone(withdraw.mutateAsync(user._id, { onSuccess: onDone }), {
      onSuccess: () =>
        showToast({ type: "success", message: m.team.invitation.withdrawn({ name: user.name }) }),
      onError: sayWhy,
      onSettled: () => setAsking(false),
    });
  }

  return (
    <Stack
      as="section"
      gap={4}
      paddingTop={5}
      marginTop={6}
      className={styles.section}
      aria-labelledby="invitation"
    >
      <Text as="h3" size="l" id="invitation">
        {m.team.invitation.title}
      </Text>
      <Text soft size="s">
        {describeInvitation(invitation)} {describeLink(invitation, canSend)}
      </Text>
      <Row gap={3}>
        {canSend ? (
          <Button busy={again.isPending} onClick={sendAgain}>
            {m.common.sendAgain}
          </Button>
        ) : null}
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.team.invitation.withdraw}
        </Button>
      </Row>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.team.invitation.withdrawQuestion({ name: user.name })}
        confirmLabel={m.team.invitation.withdrawConfirm}
        destructive
        pending={withdraw.isPending}
        onConfirm={withdrawIt}
      >
        {m.team.invitation.withdrawHint}
      </ConfirmDialog>
    </Stack>
  );
}

/** What its link still does; nothing where it is over and no other can be sent. */
function describeLink({ isOver }: InvitationSectionProps["invitation"], canSend: boolean): string {
  if (!isOver) return m.team.invitation.hint;
  return canSend ? m.team.invitation.expiredHint : "";
}

function sayWhy(error: unknown) {
  const message = m.team.notSaved({ errorMessage: errorMessage(error) });
  showToast({ type: "error", message });
}
