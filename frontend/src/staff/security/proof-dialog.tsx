import { useMutation, useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { askForProof as askForPasskeyProof } from "@/staff/session/passkeys";
import { focusLastBusy } from "@/ui/controls/keep-focus";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Spinner } from "@/ui/feedback/spinner";
import { Stack, Text } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import { methodsOf, securityQuery } from "./api";
import { type Proof, ProofForm } from "./proof-form";
import { finishProof, useProofStore } from "./requests-waiting-for-proof";

/** Asks for the second factor (without one for the password) before a request that needs it goes on. */
export function ProofDialog() {
  const { isAsking } = useProofStore();
  return (
    <Dialog
      open={isAsking}
      onOpenChange={() => finishProof(false)}
      title={m.proof.title}
      onClosed={focusLastBusy}
    >
      {/* Escape closes this dialog, not the drawer that waits for it. */}
      <Stack gap={4} onKeyDown={closeOnEscape}>
        <Text soft>{m.proof.lead}</Text>
        <AskedProof />
      </Stack>
    </Dialog>
  );
}

function AskedProof() {
  // Another device may have added or removed a factor since.
  const { data, error, refetch } = useQuery({ ...securityQuery(), refetchOnMount: "always" });
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: (proof: Proof) => answer(api.POST("/api/auth/proof", { body: proof })),
    onSuccess: () => finishProof(true),
  });
  if (error) {
    return (
      <ErrorState
        title={m.proof.factorsFailed}
        description={errorMessage(error)}
        onRetry={() => void refetch()}
        headingLevel="h3"
      />
    );
  }
  if (!data) return <Spinner label={m.common.loading} showLabel />;
  return (
    <ProofForm
      methods={methodsOf(data)}
      onProve={mutateAsync}
      askForPasskey={askForPasskeyProof}
      isDone={isSuccess}
    />
  );
}

function closeOnEscape(event: KeyboardEvent) {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  finishProof(false);
}
