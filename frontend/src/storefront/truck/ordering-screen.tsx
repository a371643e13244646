import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { apiBaseUrl, sendAndForget } from "@/domain/api/transport/base-url-and-send-and-forget";
import { type Choice, newLine } from "@/domain/cart/cart-item";
import { countItems } from "@/domain/cart/cart-lines";
import { totalsOf } from "@/domain/cart/checkout-cart";
import { stockByLine } from "@/domain/cart/line-stock";
import { keepLinkedOffer, loadOfferCode } from "@/domain/cart/offer-discount-and-kept-code";
import { type MissingPart, reconcileCart, soldOutLines } from "@/domain/cart/reconcile-cart";
import { termsOf } from "@/domain/cart/taxes";
import type { PresentSchedule } from "@/domain/schedule/current-stops";
import { closedReason, preorderLabel } from "@/domain/schedule/ordering-words";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { cityOf } from "@/domain/trucks/city-and-distance";
import { formatCents } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { flyToCart, useAddedToasts } from "@/storefront/cart/added-to-cart-flight-and-toast";
import { CartDrawer, useCartOpenOnArrival } from "@/storefront/cart/cart-drawer";
import { addToCart, correctCart, getCart, useCart } from "@/storefront/cart/cart-store";
import { type StopMenu, useStopMenu } from "@/storefront/cart/use-stop-menu";
import { checkoutPath, slugOfPath } from "@/storefront/page-paths";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { classNames } from "@/ui/class-names";
import { Badge } from "@/ui/content/badge";
import { LetterPlate, ResponsiveImage } from "@/ui/content/images-and-letter-plates";
import { Price } from "@/ui/content/price";
import { showToast } from "@/ui/feedback/toast";
import { CalendarIcon, MailIcon, PhoneIcon } from "@/ui/icons/common-icons";
import { BagIcon, PinIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { Menu } from "./menu-and-food-filters";
import styles from "./truck.module.css";
import { ChangeBanner, StopStrip } from "./truck-stops";
import { type OrderingStop, useChosenStop } from "./use-chosen-stop";
import { useLiveTruck } from "./use-live-truck";

/** A truck that is there: its header, its menu, and the cart that fills up. */
export function OrderingScreen({ slug, truck }: { slug: string; truck: Truck }) {
  const cart = useCart(slug);
  const [cartOpen, setCartOpen] = useState(useCartOpenOnArrival());
  const added = useAddedToasts(openCart);
  const goToCheckout = useCheckoutNavigation();
  const now = useNow();
  const order = useChosenStop(slug, truck, now);
  const stopMenu = useStopMenu(slug, truck, order);
  const stale = useLiveTruck(slug, truck, stopMenu.menu);
  const { soldOut, stock } = useReconciledCart(slug, stopMenu);
  const { schedule, closed } = order;
  const reportSoldOut = useLostDemand(slug, truck, schedule, now);
  const tax = termsOf(truck, schedule.ordering);

  function handleAdd(choice: Choice, image: HTMLElement | null) {
    addToCart(slug, newLine(choice));
    flyToCart(image);
    added.show(choice.menuItem.name);
  }

  function openCart() {
    added.dismiss();
    setCartOpen(true);
  }

  return (
    <>
      <TruckHeader truck={truck} order={order} now={now} />
      <ChangeBanner slug={slug} schedule={schedule} now={now} />
      <Menu
        slug={slug}
        stopMenu={stopMenu}
        closedReason={closed}
        stale={stale}
        onAdd={handleAdd}
        onSoldOutTap={reportSoldOut}
      />
      <AboutTruck truck={truck} isMoving={schedule.isMoving} />
      <CartButton
        count={countItems(cart.items)}
        subtotalCents={totalsOf(cart.items, tax).subtotalCents}
        onClick={openCart}
      />
      <CartDrawer
        slug={slug}
        menu={stopMenu.menu ?? NO_MENU}
        tax={tax}
        checkoutLabel={preorderLabel(schedule, now)}
        closedReason={closed}
        note={stale.overPage}
        soldOut={soldOut}
        stock={stock}
        open={cartOpen}
        onOpenChange={setCartOpen}
        onCheckout={() => goToCheckout(order.search)}
      />
    </>
  );
}

/**
 * Each fresh menu is held against the cart; what changed is applied and said. The first one of a visit
 * takes out what is sold out; later ones leave it, and the line says so until it is back.
 */
function useReconciledCart(slug: string, stopMenu: StopMenu) {
  const { items: lines } = useCart(slug);
  const menu = (stopMenu.isCounted && stopMenu.menu) || NO_MENU;
  const { isFetching } = stopMenu.query;
  const [isLater, setLater] = useState(false);
  const soldOut = soldOutLines(lines, menu);
  useEffect(() => {
    if (menu === NO_MENU || isFetching) return;
    setLater(true);
    const options = { keepSoldOut: isLater };
    const { items, changes } = reconcileCart(getCart(slug).items, menu, options);
    const isSame = items.every(
      ({ taxClass }, at) => taxClass === getCart(slug).items[at]?.taxClass,
    );
    if (changes.length === 0 && isSame) return;
    correctCart(slug, items, changes);
    if (changes.length > 0) showToast({ type: "warning", message: changes.join(". ") });
  }, [slug, menu, isFetching, isLater]);
  const missing = isLater ? [...soldOut.values()] : NONE_MISSING;
  useMissingToast(missing, m.truck.menu.cartSoldOut, ({ served }) => !served);
  useMissingToast(missing, m.truck.menu.cartNotServed, ({ served }) => served !== "");
  return { soldOut, stock: stockByLine(lines, menu) };
}

/** A customer who is still choosing hears of it before the cart is opened. */
function useMissingToast(
  missing: readonly MissingPart[],
  sentence: (said: { names: string }) => string,
  isOfThese: (part: MissingPart) => boolean,
): void {
  const parts = missing.filter(isOfThese);
  // The server that draws the page has no `Intl`, and nothing is missing there.
  const names = parts.length > 0 ? formatList(new Set(parts.map(({ name }) => name))) : "";
  useEffect(() => {
    if (names) showToast({ type: "warning", message: sentence({ names }) });
  }, [names, sentence]);
}

const NO_MENU: MenuItem[] = [];
const NONE_MISSING: readonly MissingPart[] = [];

function useCheckoutNavigation(): (search: string) => void {
  const [pathname, navigate] = useLocation();
  return (search) => {
    const slug = slugOfPath(pathname);
    if (slug) navigate(checkoutPath(slug) + search);
    else window.alert(m.cart.truckUnknown);
  };
}

interface TruckHeaderProps {
  truck: Truck;
  order: OrderingStop;
  now: Date;
}

/** What decides whether to order here: name, state, place and when it is ready. The menu follows at once. */
function TruckHeader({ truck, order, now }: TruckHeaderProps) {
  const { isMoving } = order.schedule;
  const place = cityOf(truck);
  return (
    <Stack as="header" columns="fill" marginBottom={5} radius="card" className={styles.header}>
      <div className={styles.image}>
        <ResponsiveImage
          address={truck.bannerImage || truck.imageUrl}
          alt=""
          // As on the cards.
          sizes="(min-width: 75rem) 38rem, (min-width: 48rem) 50vw, 85vw"
          ratio="banner"
          fallback={<LetterPlate name={truck.name} />}
          eager
        />
        <LinkedOffer slug={truck.slug} />
      </div>
      <Stack gap={2} content="start" columns="fill" className={styles.words}>
        <h1 className={styles.name}>{truck.name}</h1>
        {isMoving ? (
          <StopStrip truck={truck} order={order} now={now}>
            <TruckState truck={truck} now={now} />
          </StopStrip>
        ) : (
          <TruckState truck={truck} now={now} />
        )}
        {!isMoving && place ? (
          <p className={styles.fact}>
            <PinIcon size={18} /> {place}
          </p>
        ) : null}
      </Stack>
    </Stack>
  );
}

/** Whether it is open, until when, and how soon food can be had. */
function TruckState({ truck, now }: Pick<TruckHeaderProps, "truck" | "now">) {
  const badge = scheduleBadge(truck, now);
  const minutes = truck.leadMinutes;
  return (
    <Row gap={3} rowGap={1} align="center">
      <p role="status">
        <Badge tone={badge.isOpen ? "highlight" : "neutral"}>{badge.text}</Badge>
      </p>
      {badge.isOpen && minutes ? <Text weight={650}>{m.opening.readyIn({ minutes })}</Text> : null}
    </Row>
  );
}

/** What is read after the menu: what the truck says of itself, how to reach it, and its stops for a calendar. */
function AboutTruck({ truck, isMoving }: { truck: Truck; isMoving: boolean }) {
  const words = truck.description || truck.shortDescription;
  if (!words && !truck.phone && !truck.email && !isMoving) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="about-truck" className={styles.about}>
      <Text as="h2" size="xl" id="about-truck">
        {m.truck.about({ name: truck.name })}
      </Text>
      {words ? <p className={styles.description}>{words}</p> : null}
      <Row as="ul" gap={5} rowGap={0}>
        {truck.phone ? (
          <li>
            <a className={styles.contact} href={`tel:${truck.phone}`}>
              <PhoneIcon size={18} /> {displayPhone(truck.phone)}
            </a>
          </li>
        ) : null}
        {truck.email ? (
          <li>
            <a className={styles.contact} href={`mailto:${truck.email}`}>
              <MailIcon size={18} /> {truck.email}
            </a>
          </li>
        ) : null}
        {isMoving ? (
          <li>
            <a className={styles.contact} href={`${apiBaseUrl()}/trucks/${truck.slug}/stops.ics`}>
              <CalendarIcon size={18} /> {m.truck.stop.calendar}
            </a>
          </li>
        ) : null}
      </Row>
    </Stack>
  );
}

/**
 * The code that a link has brought along. Read after the first drawing, because the server does not know it: so it lies
 * over the image, where nothing moves, and its region is there before its words, which are announced then.
 */
export function LinkedOffer({ slug }: { slug: string }) {
  const [code, setCode] = useState("");
  useEffect(() => {
    keepLinkedOffer(slug, location.search);
    setCode(loadOfferCode(slug));
  }, [slug]);
  return (
    <p role="status" className={styles.place}>
      {code ? <span className={styles.offer}>{m.truck.offerCode({ code })}</span> : null}
    </p>
  );
}

/**
 * Reports what customers wanted and could not have: this view, if nothing can be ordered as it begins, and each sold-out
 * item that is tapped, once. Returns what to call for a tap. The server drawing a page runs no effects, so it reports
 * nothing.
 */
function useLostDemand(
  slug: string,
  truck: Truck,
  { ordering, next }: PresentSchedule,
  now: Date,
): (item: MenuItem) => void {
  const isClosed = closedReason(truck, now) !== null;
  const nextStop = next?._id ?? null;
  const viewed = useRef<string>(null);
  const tapped = useRef(new Set<string>());
  useEffect(() => {
    if (viewed.current === slug) return;
    viewed.current = slug;
    if (isClosed) report(slug, "closed_view", nextStop);
  }, [slug, isClosed, nextStop]);
  return ({ _id }) => {
    if (tapped.current.has(_id)) return;
    tapped.current.add(_id);
    report(slug, "sold_out", ordering?._id ?? null);
  };
}

function report(slug: string, kind: "closed_view" | "sold_out", stopId: string | null): void {
  sendAndForget(`/trucks/${encodeURIComponent(slug)}/demand`, { kind, stopId });
}

interface CartButtonProps {
  count: number;
  subtotalCents: number;
  onClick: () => void;
}

/** Floats over the menu; on a phone it is a bar within reach of the thumb. */
function CartButton({ count, subtotalCents, onClick }: CartButtonProps) {
  return (
    // Stays in its place while the cart is empty, unseen: the first item flies there.
    <div className={classNames(styles.dock, count === 0 && styles.empty)}>
      <button
        type="button"
        data-cart-target=""
        data-cart-filled={count > 0 || undefined}
        className={styles.button}
        aria-haspopup="dialog"
        onClick={onClick}
      >
        {/* One text, so that every screen reader says the same; no label that hides what is seen. */}
        <span className="visually-hidden">
          {m.cart.button({ count, subtotal: formatCents(subtotalCents) })}
        </span>
        <span className={styles.bag} aria-hidden="true">
          <BagIcon size={24} />
          <span key={count} className={styles.badge}>
            {count}
          </span>
        </span>
        <span className={styles.label} aria-hidden="true">
          {m.cart.title}
        </span>
        <span aria-hidden="true">
          <Price cents={subtotalCents} className={styles.price} />
        </span>
      </button>
      {/* Only changes are read out, and without moving the focus. */}
      <span className="visually-hidden" aria-live="polite">
        {count > 0 ? m.cart.count({ count }) : ""}
      </span>
    </div>
  );
}
