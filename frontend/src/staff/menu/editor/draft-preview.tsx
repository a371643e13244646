import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { MenuItem } from "@/domain/api/types";
import { PreviewFrame } from "@/ui/content/preview-frame";
import { draftItem } from "./draft-item";
import type { MenuItemFormApi } from "./use-menu-item-form";

interface DraftPreviewProps {
  form: MenuItemFormApi;
  truckId: string;
  preview: (draft: MenuItem) => ReactNode;
}

/** Follows every keystroke, apart from the form, so that typing redraws only this. */
export function DraftPreview({ form, truckId, preview }: DraftPreviewProps) {
  useWatch({ control: form.control });
  return <PreviewFrame>{preview(draftItem(form.getValues(), truckId))}</PreviewFrame>;
}
