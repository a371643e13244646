import { useState } from "react";
import type { StaffTruck } from "@/api/admin-types";
import type { MenuItem } from "@/api/types";
import { OptionsDialog } from "@/components/menu/options-dialog";
import { Button } from "@/components/ui/button";
import { MenuItemCard } from "@/features/menu/menu-item-card";
import { truckHueProps } from "@/features/trucks/truck-hue";

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
          Try the options
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
