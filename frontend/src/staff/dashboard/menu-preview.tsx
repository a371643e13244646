import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./menu-preview.module.css";
import { PreviewItem } from "./preview-item";

const PREVIEW_ITEMS = 6;
const PLACES = ["a", "b", "c", "d", "e", "f"];

/** The first menu items of the truck's menu, or what stands in their place. */
export function MenuPreview({ truckId }: { truckId: string }) {
  const { data: menu, error, refetch, isPending } = useQuery(staffMenuQuery(truckId));
  return (
    <section aria-labelledby="menu-preview-heading" className={styles.preview}>
      <header className={styles.header}>
        <h2 id="menu-preview-heading">{m.staff.dashboard.menuItems}</h2>
        {menu && menu.length > 0 ? (
          <Link to="/admin/menu" className={styles.all}>
            {m.staff.dashboard.viewAllItems}
            <span aria-hidden="true"> ({menu.length})</span>
          </Link>
        ) : null}
      </header>
      {isPending ? <PreviewSkeleton /> : null}
      {error && !menu ? (
        <ErrorState
          title={m.staff.dashboard.failedToLoadMenuItems}
          description={errorMessage(error)}
          onRetry={() => refetch()}
          headingLevel="h3"
        />
      ) : null}
      {menu ? <PreviewContent menu={menu} /> : null}
    </section>
  );
}

function PreviewContent({ menu }: { menu: readonly StaffMenuItem[] }) {
  if (menu.length === 0) {
    return (
      <EmptyState
        title={m.staff.dashboard.noMenuItemsYet}
        description={m.staff.dashboard.addFirstMenuItemAnd}
        headingLevel="h3"
        action={
          <ButtonLink to="/admin/menu/new" variant="primary">
            {m.staff.dashboard.addFirstMenuItem}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <ul className={styles.items}>
      {menu.slice(0, PREVIEW_ITEMS).map((item) => (
        <PreviewItem key={item._id} item={item} />
      ))}
    </ul>
  );
}

export function PreviewSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.staff.dashboard.loadingMenuItems}</span>
      <div className={styles.items}>
        {PLACES.map((place) => (
          <Skeleton key={place} height="7rem" />
        ))}
      </div>
    </div>
  );
}
