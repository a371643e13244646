import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { FormSection } from "@/ui/layout/form-section";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface DeleteSectionProps {
  title: string;
  description: string;
  /** What the button says. */
  action: string;
  /** What is asked before, and what its button says. */
  question: string;
  confirmLabel: string;
  children: ReactNode;
  /** What is said when it did not work. */
  failed: string;
  remove: () => Promise<unknown>;
  /** What in the cache is old afterwards. */
  outdated: QueryKey;
  onDeleted: () => void;
}

/** The end of a form: deletes what it is about, after a question. */
export function DeleteSection(props: DeleteSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: props.remove,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: props.outdated, refetchType: "none" });
      props.onDeleted();
    },
    onError: () => showToast({ type: "error", message: props.failed }),
    onSettled: () => setAsking(false),
  });
  return (
    <FormSection title={props.title} description={props.description}>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {props.action}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={props.question}
        confirmLabel={props.confirmLabel}
        destructive
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        {props.children}
      </ConfirmDialog>
    </FormSection>
  );
}
