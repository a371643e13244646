import { type MouseEvent, type ReactNode, useEffect, useMemo, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import type { MenuItem } from "@/domain/api/public-types";
import type { Choice } from "@/domain/cart/cart-item";
import { piecesOf } from "@/domain/cart/line-stock";
import {
  type FoodFilter,
  filtersOf,
  fitOf,
  isFiltering,
  NO_FOOD_FILTER,
} from "@/domain/menu/diets-and-allergens";
import { isUnnamed, type MenuSection, menuSections } from "@/domain/menu/menu-sections";
import { messages as m } from "@/messages";
import { ClosedNotice } from "@/storefront/cart/cart-notices";
import { useCart } from "@/storefront/cart/cart-store";
import type { StopMenu } from "@/storefront/cart/use-stop-menu";
import { classNames } from "@/ui/class-names";
import { Button } from "@/ui/controls/button";
import { EmptyState, ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Row, Stack, Text } from "@/ui/layout";
import { MenuItemCard } from "@/ui/menu/menu-item-card";
import { OptionsDialog } from "@/ui/menu/options-dialog";
import styles from "./truck.module.css";
import type { Staleness } from "./use-live-truck";

interface MenuProps {
  slug: string;
  stopMenu: StopMenu;
  /** Why the truck takes no orders now; null while it does. */
  closedReason: string | null;
  stale: Staleness;
  /** `image` is what may fly to the cart. */
  onAdd: (choice: Choice, image: HTMLElement | null) => void;
  onSoldOutTap: (item: MenuItem) => void;
}

/** The truck's menu, or what stands in its place. */
export function Menu({ slug, stopMenu, closedReason, stale, onAdd, onSoldOutTap }: MenuProps) {
  const { menu, query } = stopMenu;
  const [filter, setFilter] = useState(NO_FOOD_FILTER);
  const fitting = useMemo(
    () => menu?.filter((item) => fitOf(item, filter) === "fits") ?? NONE,
    [menu, filter],
  );
  const { error, refetch, isPending } = query;
  return (
    <section aria-labelledby="menu-heading">
      <Row gap={3} rowGap={0} align="baseline">
        <Text as="h2" size="2xl" id="menu-heading" tabIndex={-1}>
          {m.common.menu}
        </Text>
        {menu && menu.length > 0 ? (
          <Text soft>{m.truck.menu.found({ count: menu.length })}</Text>
        ) : null}
      </Row>
      <FoodFilterBar
        menu={menu ?? NONE}
        filter={filter}
        found={fitting.length}
        onChange={setFilter}
      />
      <MenuBar menu={fitting} notice={closedReason ?? stale.onPage} />
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
        <MenuContent
          {...{ slug, menu, fitting, filter, closedReason, stale, onAdd, onSoldOutTap }}
        />
      ) : null}
    </section>
  );
}

const NONE: readonly MenuItem[] = [];

/** Stays at the top while the menu scrolls: why nothing can be ordered or is live, and the way to each section. */
function MenuBar({ menu, notice }: { menu: readonly MenuItem[]; notice: string | null }) {
  const sections = useMemo(() => menuSections(menu), [menu]);
  const hasSections = sections.length > 1;
  if (!hasSections && notice === null) return null;
  return (
    <div className={styles.bar}>
      {notice === null ? null : <ClosedNotice reason={notice} />}
      {hasSections ? <SectionNav sections={sections} /> : null}
    </div>
  );
}

interface MenuContentProps extends Omit<MenuProps, "stopMenu"> {
  menu: readonly MenuItem[];
  /** What is known to fit the filter; all of the menu without one. */
  fitting: readonly MenuItem[];
  filter: FoodFilter;
}

function MenuContent(props: MenuContentProps) {
  const { slug, menu, fitting, filter, closedReason, stale, onAdd, onSoldOutTap } = props;
  const taken = piecesOf(useCart(slug).items);
  const sections = useMemo(() => menuSections(fitting), [fitting]);
  const silent = useMemo(
    () => menu.filter((item) => fitOf(item, filter) === "not_stated"),
    [menu, filter],
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  const card = (item: MenuItem) => (
    <MenuItemCard
      key={item._id}
      item={item}
      filter={filter}
      orderable={closedReason === null}
      taken={taken}
      onAdd={(quantity, image) =>
        onAdd({ menuItem: item, quantity, chosen: [], specialInstructions: "" }, image)
      }
      onSoldOutTap={() => onSoldOutTap(item)}
      onChooseOptions={(image) => setAsked({ item, image, open: true })}
    />
  );
  return (
    <>
      {sections.map((section) => (
        <section key={section.id} id={section.id} tabIndex={-1} aria-label={section.title}>
          <h3 className={isUnnamed(sections) ? "visually-hidden" : styles.sectionTitle}>
            {section.title}
          </h3>
          <ul className={styles.items}>{section.items.map(card)}</ul>
        </section>
      ))}
      {silent.length > 0 ? (
        <section aria-label={m.food.notStated}>
          <h3 className={styles.sectionTitle}>{m.food.notStated}</h3>
          <Text marginBottom={3}>{m.food.filter.notStatedHint({ wanted: wantedOf(filter) })}</Text>
          <ul className={classNames(styles.items, styles.notStated)}>{silent.map(card)}</ul>
        </section>
      ) : null}
      <Text soft size="s" marginTop={6}>
        {m.food.sharedKitchen}
      </Text>
      {asked ? (
        <OptionsDialog
          key={asked.item._id}
          item={presentItem(menu, asked.item)}
          filter={filter}
          closedReason={closedReason}
          note={stale.overPage}
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

/** "Vegan, Without peanuts" */
function wantedOf({ diets, without }: FoodFilter): string {
  const named = without.map((one) => m.food.filter.without({ allergen: m.food.allergens[one] }));
  return [...diets.map((diet) => m.food.diets[diet]), ...named].join(", ");
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

/** Marks the section in view. */
function SectionNav({ sections }: { sections: readonly MenuSection[] }) {
  const current = useSectionInView(sections);
  return (
    <nav aria-label={m.truck.menu.sections}>
      <Row as="ul" oneLine gap={1} paddingBlock={1} className={styles.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <Row
              as="a"
              align="center"
              oneLine
              target
              soft
              weight={650}
              nowrap
              href={`#${section.id}`}
              className={styles.link}
              aria-current={section.id === current ? "location" : undefined}
              onClick={(event) => showSection(event, section.id)}
            >
              {section.title}
            </Row>
          </li>
        ))}
      </Row>
    </nav>
  );
}

/** Five taps on sections must not take five steps back to leave the menu. */
function showSection(event: MouseEvent, id: string): void {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const section = document.getElementById(id);
  if (!isPlain || !section) return;
  event.preventDefault();
  window.history.replaceState(window.history.state, "", `#${id}`);
  section.scrollIntoView();
  section.focus({ preventScroll: true });
}

function useSectionInView(sections: readonly MenuSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    if (!("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entering = entries.find((entry) => entry.isIntersecting);
        if (entering) setCurrent(entering.target.id);
        // Above the menu no section crosses the line; the first comes next.
        else if (isBelowLine(sections[0])) setCurrent(sections[0]?.id);
      },
      // A line a quarter down the window: whatever section crosses it is the one being read.
      { rootMargin: "-25% 0px -75% 0px" },
    );
    for (const section of sections) {
      const element = document.getElementById(section.id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [sections]);
  return current;
}

/** Whether a section begins below the line at which the one that is being read is found. */
function isBelowLine(section: MenuSection | undefined): boolean {
  const element = section && document.getElementById(section.id);
  return element ? element.getBoundingClientRect().top > window.innerHeight / 4 : false;
}

const CARDS = ["a", "b", "c", "d"];

function MenuSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingMenu}</span>
      <div className={styles.items}>
        {CARDS.map((card) => (
          <Skeleton key={card} height="11rem" />
        ))}
      </div>
    </div>
  );
}

interface FoodFilterBarProps {
  menu: readonly MenuItem[];
  filter: FoodFilter;
  /** How many menu items fit, for who cannot see them. */
  found: number;
  onChange: (filter: FoodFilter) => void;
}

/** Diets and allergens to filter the menu by; nothing at a truck that states nothing. */
function FoodFilterBar({ menu, filter, found, onChange }: FoodFilterBarProps) {
  const { diets, without } = useMemo(() => filtersOf(menu), [menu]);
  if (diets.length + without.length === 0) return null;
  return (
    <Stack gap={2} marginTop={3}>
      <Row as="fieldset" oneLine gap={2} paddingBlock={1} className={styles.list}>
        <legend className="visually-hidden">{m.food.filter.label}</legend>
        {diets.map((diet) => (
          <FilterChoice
            key={diet}
            pressed={filter.diets.includes(diet)}
            onPress={() => onChange({ ...filter, diets: toggled(filter.diets, diet) })}
          >
            {m.food.diets[diet]}
          </FilterChoice>
        ))}
        {without.map((allergen) => (
          <FilterChoice
            key={allergen}
            pressed={filter.without.includes(allergen)}
            onPress={() => onChange({ ...filter, without: toggled(filter.without, allergen) })}
          >
            {m.food.filter.without({ allergen: m.food.allergens[allergen] })}
          </FilterChoice>
        ))}
      </Row>
      <Row gap={3} rowGap={0} align="center">
        <Text role="status" weight={600}>
          {isFiltering(filter) ? m.food.filter.found({ count: found }) : null}
        </Text>
        {isFiltering(filter) ? (
          <>
            <Button variant="quiet" onClick={() => onChange(NO_FOOD_FILTER)}>
              {m.food.filter.clear}
            </Button>
            <Text soft size="s">
              {m.food.sharedKitchen}
            </Text>
          </>
        ) : null}
      </Row>
    </Stack>
  );
}

interface FilterChoiceProps {
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A button of every page: home, which has chips, would share a file of them with this page, and grow. */
function FilterChoice({ pressed, onPress, children }: FilterChoiceProps) {
  return (
    <Button
      variant={pressed ? "primary" : "secondary"}
      aria-pressed={pressed}
      className={styles.choice}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}

function toggled<Name>(names: readonly Name[], name: Name): Name[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}
