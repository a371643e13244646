import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images";
import { Price } from "@/ui/content/price";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./dashboard.module.css";

const PREVIEW_ITEMS = 6;
/** The first menu items of the truck's menu, or what stands in their place. */
export function MenuPreview({ truckId }: { truckId: string }) {
  const query = useQuery(staffMenuQuery(truckId));
  const count = query.data?.length ?? 0;
  return (
    <section aria-labelledby="menu-preview-heading" className={styles.preview}>
      <Row as="header" gap={4} rowGap={2} align="center" justify="between" marginBottom={4}>
        <h2 id="menu-preview-heading">{m.dashboard.menu.title}</h2>
        {count > 0 ? (
          <Link to="/admin/menu" className={styles.all}>
            {m.dashboard.menu.all}
            <span aria-hidden="true"> ({count})</span>
          </Link>
        ) : null}
      </Row>
      <Loaded
        query={query}
        skeleton={<PreviewSkeleton />}
        failed={m.common.menuItemsFailed}
        headingLevel="h3"
      >
        {(menu) => <PreviewContent menu={menu} />}
      </Loaded>
    </section>
  );
}

function PreviewContent({ menu }: { menu: readonly StaffMenuItem[] }) {
  if (menu.length === 0) {
    return (
      <EmptyState
        title={m.common.noMenuItemsYet}
        description={m.dashboard.menu.emptyHint}
        headingLevel="h3"
        action={
          <ButtonLink to="/admin/menu/new" variant="primary">
            {m.common.addFirstMenuItem}
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
    <Skeletons
      label={m.common.loadingMenuItems}
      heights={Array<string>(PREVIEW_ITEMS).fill("7rem")}
      className={styles.items}
    />
  );
}

function PreviewItem({ item }: { item: StaffMenuItem }) {
  return (
    <Stack
      as="li"
      gap={3}
      align="center"
      surface="card"
      radius="card"
      raised
      className={styles.item}
    >
      <div className={styles.previewItemImage}>
        <ResponsiveImage
          address={item.imageUrl}
          alt=""
          sizes="5.5rem"
          ratio="square"
          fallback={<LetterPlate name={item.name} />}
          dimmed={!item.isAvailable}
        />
      </div>
      <Box shrinks>
        <Text as="h3" size="m" breaks>
          {item.name}
        </Text>
        <Text soft size="s" breaks>
          {item.category}
        </Text>
        <Row as="p" gap={2} rowGap={1} align="center" marginTop={1}>
          <Price cents={dollarsToCents(item.basePrice)} weight={750} />
          {item.isAvailable ? (
            <Badge tone="good">{m.common.available}</Badge>
          ) : (
            <Badge>{m.common.unavailable}</Badge>
          )}
        </Row>
      </Box>
      <Link
        to={`/admin/menu/edit/${item._id}`}
        aria-label={m.common.editNamed({ name: item.name })}
        className={styles.edit}
      >
        {m.common.edit}
      </Link>
    </Stack>
  );
}
