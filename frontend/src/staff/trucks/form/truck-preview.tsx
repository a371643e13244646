import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { Truck } from "@/domain/api/types";
import { PreviewFrame } from "@/ui/content/preview-frame";
import { draftTruck } from "./draft-truck";
import type { TruckFormApi } from "./use-truck-form";

interface TruckPreviewProps {
  form: TruckFormApi;
  preview: (draft: Truck) => ReactNode;
}

/** Follows every keystroke, apart from the form, so that typing redraws only this. */
export function TruckPreview({ form, preview }: TruckPreviewProps) {
  useWatch({ control: form.control });
  return <PreviewFrame>{preview(draftTruck(form.getValues()))}</PreviewFrame>;
}
