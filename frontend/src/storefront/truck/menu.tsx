import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { sentenceOf } from "@/api/errors";
import type { MenuItem } from "@/api/types";
import { menuSections } from "@/components/menu/menu-sections";
import { type MenuChoice, OptionsDialog } from "@/components/menu/options-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { publicMenuQuery } from "./api";
import styles from "./menu.module.css";
import { MenuItemCard } from "./menu-item-card";
import { MenuSkeleton } from "./menu-skeleton";
import { SectionNav } from "./section-nav";

interface MenuProps {
  truckId: string;
  /** Why the truck takes no orders now; null while it does. */
  closedReason: string | null;
  /** `picture` is what may fly to the cart. */
  onAdd: (choice: MenuChoice, picture: HTMLElement | null) => void;
}

/** The truck's menu, or what stands in its place. */
export function Menu({ truckId, closedReason, onAdd }: MenuProps) {
  const { data: menu, error, refetch, isPending } = useQuery(publicMenuQuery(truckId));
  return (
    <section aria-labelledby="menu-heading">
      <h2 id="menu-heading" className={styles.heading}>
        Menu
      </h2>
      {isPending ? <MenuSkeleton /> : null}
      {error && !menu ? (
        <ErrorState
          title="The menu did not load"
          description={sentenceOf(error)}
          onRetry={() => refetch()}
          retryLabel="Retry Loading Menu"
          headingLevel="h3"
        />
      ) : null}
      {menu && menu.length === 0 ? (
        <EmptyState title="No menu items available" headingLevel="h3" />
      ) : null}
      {menu && menu.length > 0 ? (
        <MenuContent menu={menu} closedReason={closedReason} onAdd={onAdd} />
      ) : null}
    </section>
  );
}

interface MenuContentProps extends Omit<MenuProps, "truckId"> {
  menu: readonly MenuItem[];
}

function MenuContent({ menu, closedReason, onAdd }: MenuContentProps) {
  const sections = useMemo(() => menuSections(menu), [menu]);
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <p className={styles.count}>
        Found {menu.length} menu {menu.length === 1 ? "item" : "items"}
      </p>
      {sections.length > 1 ? <SectionNav sections={sections} /> : null}
      {sections.map((section) => (
        <section key={section.id} id={section.id} tabIndex={-1} aria-label={section.title}>
          <h3 className={styles.sectionTitle}>{section.title}</h3>
          <ul className={styles.items}>
            {section.items.map((item) => (
              <MenuItemCard
                key={item._id}
                item={item}
                orderable={closedReason === null}
                onAdd={(quantity, picture) =>
                  onAdd({ menuItem: item, quantity, chosen: [], specialInstructions: "" }, picture)
                }
                onChooseOptions={(picture) => setAsked({ item, picture, open: true })}
              />
            ))}
          </ul>
        </section>
      ))}
      {asked ? (
        <OptionsDialog
          key={asked.item._id}
          item={presentItem(menu, asked.item)}
          closedReason={closedReason}
          open={asked.open}
          onOpenChange={(open) => setAsked({ ...asked, open })}
          onClosed={() => setAsked(null)}
          onAdd={(choice) => {
            setAsked({ ...asked, open: false });
            onAdd(choice, asked.picture);
          }}
        />
      ) : null}
    </>
  );
}

/** The dish as the menu has it by now; one that is off the menu cannot be had either. */
function presentItem(menu: readonly MenuItem[], asked: MenuItem): MenuItem {
  return menu.find(({ _id }) => _id === asked._id) ?? { ...asked, isAvailable: false };
}

/** The dish whose options are being chosen; it stays while its dialog closes. */
interface Asked {
  item: MenuItem;
  picture: HTMLElement | null;
  open: boolean;
}
