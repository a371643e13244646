import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import type { MenuItem } from "@/domain/api/public-types";
import type { StaffTruck } from "@/domain/api/staff-types";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { isImageUrl } from "@/domain/values/image-urls";
import { centsToDollars, parseDollars } from "@/domain/values/money";
import { PreviewFrame } from "@/forms/edit-form-and-preview-frame";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { MenuItemCard } from "@/ui/menu/menu-item-card";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import { type MenuItemValues, statedNames } from "./item-and-option-schema";
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

interface MenuItemPreviewProps {
  draft: MenuItem;
  truck: StaffTruck | null;
}

/** The customers' own card, to look at; what can be chosen opens as it will for them. */
export function MenuItemPreview({ draft, truck }: MenuItemPreviewProps) {
  const [isOpen, setOpen] = useState(false);
  // Another opening starts with nothing chosen.
  const [opening, setOpening] = useState(0);
  return (
    <div {...(truck ? truckHueProps(truck) : {})}>
      <ul inert>
        <MenuItemCard item={draft} orderable onAdd={ignore} onChooseOptions={ignore} />
      </ul>
      {draft.hasOptions ? (
        <Button
          variant="quiet"
          onClick={() => {
            setOpening(opening + 1);
            setOpen(true);
          }}
        >
          {m.menuEditor.preview.tryOptions}
        </Button>
      ) : null}
      <OptionsDialog
        key={opening}
        item={draft}
        open={isOpen}
        onOpenChange={setOpen}
        onClosed={ignore}
        onAdd={() => setOpen(false)}
      />
    </div>
  );
}

function ignore(): void {
  // Nothing is ordered from a preview.
}

/** The menu item as customers would see it if it were stored now; what is half typed counts as nothing. */
function draftItem(values: MenuItemValues, truckId: string): MenuItem {
  return {
    ...values,
    diets: statedNames(values.diets) as MenuItem["diets"],
    allergens: statedNames(values.allergens) as MenuItem["allergens"],
    _id: "draft",
    truckId,
    name: values.name.trim() || m.menuEditor.preview.name,
    description: values.description.trim(),
    category: values.category.trim(),
    section: values.section.trim(),
    basePrice: dollars(values.basePrice),
    imageUrl: isImageUrl(values.imageUrl) ? values.imageUrl : null,
    soldOutUntil: null,
    hasOptions: values.optionGroups.length > 0,
    position: 0,
    optionGroups: values.optionGroups.map((group, place) => ({
      _id: `group-${place}`,
      name: group.name.trim() || m.menuEditor.group.label,
      minSelect: group.minSelect || 0,
      maxSelect: Math.max(1, group.maxSelect || 1),
      freeCount: group.freeCount || 0,
      options: group.options.map((option, row) => ({
        _id: `option-${place}-${row}`,
        name: option.name.trim() || m.menuEditor.option.placeholder({ place: row + 1 }),
        additionalPrice: dollars(option.additionalPrice),
        isAvailable: option.isAvailable,
        maxQuantity: option.maxQuantity || 1,
        soldOutUntil: null,
        allergens: statedNames(option.allergens) as MenuItem["allergens"],
        notFor: option.notFor,
      })),
    })),
  };
}

function dollars(text: string): number {
  return centsToDollars(parseDollars(text) ?? 0);
}
