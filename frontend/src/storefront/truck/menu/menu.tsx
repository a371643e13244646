import { useMemo, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { MenuItem } from "@/domain/api/types";
import { piecesOf } from "@/domain/cart/line-stock";
import type { Choice } from "@/domain/cart/new-line";
import { menuSections } from "@/domain/menu/menu-sections";
import { messages as m } from "@/messages";
import { useCart } from "@/storefront/cart/cart-store";
import type { StopMenu } from "@/storefront/cart/stock/use-stop-menu";
import styles from "@/storefront/truck/truck.module.css";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Text } from "@/ui/layout";
import { MenuItemCard } from "@/ui/menu/menu-item-card";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import { MenuSkeleton } from "./menu-skeleton";
import { SectionNav } from "./section-nav";

interface MenuProps {
  slug: string;
  stopMenu: StopMenu;
  /** Why the truck takes no orders now; null while it does. */
  closedReason: string | null;
  /** `image` is what may fly to the cart. */
  onAdd: (choice: Choice, image: HTMLElement | null) => void;
  onSoldOutTap: (item: MenuItem) => void;
}

/** The truck's menu, or what stands in its place. */
export function Menu({ slug, stopMenu, closedReason, onAdd, onSoldOutTap }: MenuProps) {
  const { menu, query } = stopMenu;
  const { error, refetch, isPending } = query;
  return (
    <section aria-labelledby="menu-heading">
      <Text as="h2" size="3xl" id="menu-heading">
        {m.common.menu}
      </Text>
      {isPending ? <MenuSkeleton /> : null}
      {error && !menu ? (
        <ErrorState
          title={m.truck.menu.failed}
          description={errorMessage(error)}
          onRetry={() => refetch()}
          retryLabel={m.truck.menu.retry}
          headingLevel="h3"
        />
      ) : null}
      {menu && menu.length === 0 ? (
        <EmptyState title={m.truck.menu.empty} headingLevel="h3" />
      ) : null}
      {menu && menu.length > 0 ? (
        <MenuContent {...{ slug, menu, closedReason, onAdd, onSoldOutTap }} />
      ) : null}
    </section>
  );
}

interface MenuContentProps extends Omit<MenuProps, "stopMenu"> {
  menu: readonly MenuItem[];
}

function MenuContent({ slug, menu, closedReason, onAdd, onSoldOutTap }: MenuContentProps) {
  const taken = piecesOf(useCart(slug).items);
  const sections = useMemo(() => menuSections(menu), [menu]);
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <Text marginBottom={3} soft>
        {m.truck.menu.found({ count: menu.length })}
      </Text>
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
                taken={taken}
                onAdd={(quantity, image) =>
                  onAdd({ menuItem: item, quantity, chosen: [], specialInstructions: "" }, image)
                }
                onSoldOutTap={() => onSoldOutTap(item)}
                onChooseOptions={(image) => setAsked({ item, image, open: true })}
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
          taken={taken}
          open={asked.open}
          onOpenChange={(open) => setAsked({ ...asked, open })}
          onClosed={() => setAsked(null)}
          onAdd={(choice) => {
            setAsked({ ...asked, open: false });
            onAdd(choice, asked.image);
          }}
        />
      ) : null}
    </>
  );
}

/** The menu item as the menu has it by now; one that is off the menu cannot be had either. */
function presentItem(menu: readonly MenuItem[], asked: MenuItem): MenuItem {
  return menu.find(({ _id }) => _id === asked._id) ?? { ...asked, isAvailable: false };
}

/** The menu item whose options are being chosen; it stays while its dialog closes. */
interface Asked {
  item: MenuItem;
  image: HTMLElement | null;
  open: boolean;
}
