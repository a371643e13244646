import chart from "@lobehub/fluent-emoji-3d/assets/1f4c8.webp";
import bell from "@lobehub/fluent-emoji-3d/assets/1f6ce-fe0f.webp";
import taco from "@lobehub/fluent-emoji-3d/assets/1f32e.webp";
import eater from "@lobehub/fluent-emoji-3d/assets/1f60b.webp";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Truck } from "@/domain/api/public-types";
import type { StaffMenuItem, StaffTruck } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { formatTimeOfDay } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { truckHueProps } from "@/domain/trucks/truck-hue";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { useCurrentUser } from "@/staff/session/session";
import { platformDashboardQuery } from "@/staff/shell/dashboard-queries-and-waiting-counts";
import { NoTruckNotice } from "@/staff/shell/no-truck-notice";
import { DraftBar, TruckContent } from "@/staff/shell/truck-page-frame";
import { type TruckScope, TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { classNames } from "@/ui/class-names";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images-and-letter-plates";
import { Price } from "@/ui/content/price";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { openOrderCountQuery } from "./api";
import { Comparison } from "./comparison-by-day-or-week";
import styles from "./dashboard.module.css";
import { PlatformNeedsList } from "./needs-list";
import { DaySkeleton, TruckDay } from "./truck-day";

/** Where staff arrive: the day and what needs them, then the ways on, and last a look at the menu. */
export function DashboardPage() {
  const { name, email, truckId: ownTruckId } = useCurrentUser();
  const scope = useTruckScope();
  const { truck, truckId, isChooser } = scope;
  const awaitsTruck = scope.isLoading && (isChooser || ownTruckId !== null);
  useDocumentTitle(m.common.dashboard);
  const hue = truck ? truckHueProps(truck) : {};
  return (
    <>
      <PageHeader
        title={m.common.welcome({ name: name || email })}
        description={truck && !isChooser ? <TruckToday truck={truck} /> : null}
      />
      {isChooser ? <Platform scope={scope} /> : null}
      <Stack gap={4} columns="fill">
        {isChooser ? (
          <Row gap={4} rowGap={2} align="end" justify="between">
            <TruckSelect scope={scope} />
            {truck ? <TruckToday truck={truck} /> : null}
          </Row>
        ) : null}
        {truck?.isDraft ? <DraftBar scope={scope} truck={truck} /> : null}
        {truck ? <TruckDay key={truck._id} truck={truck} withoutPayments={isChooser} /> : null}
        {!truck && awaitsTruck ? <DaySkeleton /> : null}
        <DashboardTiles openOrders={truckId ? <OpenOrders truckId={truckId} /> : null} />
      </Stack>
      {truckId ? (
        <div {...hue}>
          <MenuPreview key={truckId} truckId={truckId} />
        </div>
      ) : (
        <TruckContent scope={scope} skeleton={<PreviewSkeleton />} noTruck={<NoTruckNotice />}>
          {null}
        </TruckContent>
      )}
    </>
  );
}

/** What needs a superadmin, and all trucks side by side. */
function Platform({ scope }: { scope: TruckScope }) {
  const query = useQuery(platformDashboardQuery());
  return (
    <Stack gap={4} columns="fill" marginBottom={6}>
      <Loaded
        query={query}
        skeleton={<Skeletons label={m.needs.loading} heights={["7rem"]} />}
        failed={m.needs.failed}
        stale={(reason) => (
          <Text tone="danger" role="alert">
            {m.needs.failedStale({ reason })}
          </Text>
        )}
      >
        {(dashboard) => (
          <PlatformNeedsList
            dashboard={dashboard}
            zoneOf={(id) => scope.trucks.find(({ _id }) => _id === id)?.timezone}
          />
        )}
      </Loaded>
      <PlatformLinks />
      <Comparison />
    </Stack>
  );
}

/** The four ways on from here; orders come first, since they cannot wait. */
function DashboardTiles({ openOrders }: { openOrders?: ReactNode }) {
  return (
    <Stack as="nav" gap={3} aria-label={m.common.dashboard} className={styles.tiles}>
      <Tile to="/admin/orders" title={m.common.orders} image={bell} main>
        {openOrders ?? m.dashboard.tiles.ordersHint}
      </Tile>
      <Tile to="/admin/menu" title={m.common.menu} image={taco}>
        {m.dashboard.tiles.menuHint}
      </Tile>
      <Tile to="/admin/customers" title={m.common.customers} image={eater}>
        {m.dashboard.tiles.customersHint}
      </Tile>
      <Tile to="/admin/analytics" title={m.common.analytics} image={chart}>
        {m.dashboard.tiles.analyticsHint}
      </Tile>
    </Stack>
  );
}

interface TileProps {
  to: string;
  title: string;
  image: string;
  main?: boolean;
  children: ReactNode;
}

function Tile({ to, title, image, main = false, children }: TileProps) {
  return (
    <Link to={to} className={classNames(styles.tile, main && styles.main)}>
      <Stack as="span" gap={1} shrinks>
        <Text as="span" size="l" weight={750} face="display" className={styles.title}>
          {title}
        </Text>
        <Text as="span" soft size="s" className={styles.text}>
          {children}
        </Text>
      </Stack>
      <img src={image} alt="" width="160" height="160" className={styles.image} />
    </Link>
  );
}

/** How many orders are open right now; stays silent where the number cannot be had. */
function OpenOrders({ truckId }: { truckId: string }) {
  const { data } = useQuery(openOrderCountQuery(truckId));
  if (!data) return m.dashboard.tiles.ordersHint;
  if (data.open === 0) return m.dashboard.openOrders.none;
  return (
    <>
      <Text
        as="span"
        size="2xl"
        weight={800}
        face="display"
        leading={1}
        tabular
        className={styles.number}
      >
        {data.open}
      </Text>{" "}
      {m.dashboard.openOrders.open({ count: data.open, waiting: data.waiting })}
    </>
  );
}

/** What a superadmin keeps for all trucks at once. */
function PlatformLinks() {
  return (
    <Row as="nav" gap={2} aria-label={m.common.allStaffTrucks} className={styles.links}>
      <ButtonLink to="/admin/trucks">{m.dashboard.platform.trucks}</ButtonLink>
      <ButtonLink to="/admin/users">{m.dashboard.platform.staff}</ButtonLink>
    </Row>
  );
}

interface Standing {
  tone: BadgeTone;
  word: string;
  sentence: string;
}

/** Whether customers can order from the truck at this moment, and if not, why. */
function TruckToday({ truck }: { truck: StaffTruck }) {
  const standing = useStanding(truck);
  return (
    <Row as="p" gap={2} rowGap={1} align="center">
      <Text as="strong" breaks>
        {truck.name}
      </Text>
      {standing ? (
        <>
          <Badge tone={standing.tone}>{standing.word}</Badge>
          <Text as="span" soft>
            {standing.sentence}
          </Text>
        </>
      ) : null}
      {truck.isActive ? <a href={`/${truck.slug}`}>{m.dashboard.seePage}</a> : null}
      <Link to={`/admin/poster?truck=${truck._id}`}>{m.dashboard.poster}</Link>
    </Row>
  );
}

/** Null until the stops of a truck that moves are known. */
function useStanding(truck: StaffTruck): Standing | null {
  const isAtStops = truck.isActive && truck.acceptingOrders && truck.scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data } = useQuery(staffTruckQuery(isAtStops ? truck._id : ""));
  const now = useNow();
  if (!isAtStops) return standingWithoutStops(truck);
  return data ? standingAtStops({ ...truck, schedule: data.schedule }, now) : null;
}

function standingAtStops(truck: StaffTruck & Pick<Truck, "schedule">, now: Date): Standing {
  const { text, isOpen } = scheduleBadge(truck, now);
  return {
    tone: isOpen ? "good" : "neutral",
    word: text,
    sentence: presentSchedule(truck, now).ordering
      ? orderingWords(truck)
      : m.dashboard.today.noStop,
  };
}

function orderingWords({ orderable }: StaffTruck): string {
  return orderable ? m.dashboard.today.takingOrders : m.dashboard.today.notOrderable;
}

function standingWithoutStops(truck: StaffTruck): Standing {
  if (!truck.isActive) {
    return {
      tone: "neutral",
      word: truck.isDraft ? m.shell.draft : m.common.inactive,
      sentence: m.dashboard.today.inactive,
    };
  }
  if (truck.acceptingOrders) {
    return {
      tone: truck.orderable ? "good" : "warning",
      word: truck.orderable ? m.common.open : m.opening.notOrderable,
      sentence: orderingWords(truck),
    };
  }
  return { tone: "warning", word: m.common.paused, sentence: closedWords(truck) };
}

function closedWords({ settings, timezone, notAcceptingReason: reason }: StaffTruck): string {
  const { closed, closedBecause, closedUntil, closedUntilBecause } = m.dashboard.today;
  const until = parseInstant(settings?.pausedUntil);
  if (!until) return reason ? closedBecause({ reason }) : closed;
  const time = formatTimeOfDay(until, timezone);
  return reason ? closedUntilBecause({ time, reason }) : closedUntil({ time });
}

const PREVIEW_ITEMS = 6;
/** The first menu items of the truck's menu, or what stands in their place. */
function MenuPreview({ truckId }: { truckId: string }) {
  const query = useQuery(staffMenuQuery(truckId));
  const count = query.data?.length ?? 0;
  return (
    <Box as="section" marginTop={10} aria-labelledby="menu-preview-heading">
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
    </Box>
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

function PreviewSkeleton() {
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
