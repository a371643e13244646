import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import type { MenuItem } from "@/domain/api/types";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { MenuItemCard } from "@/ui/menu/menu-item-card";
import { OptionsDialog } from "@/ui/menu/options-dialog";

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
