import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/utils/combine";
import { pointerOutsideOfPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/pointer-outside-of-preview";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview";
import { useQueryClient } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { staffMenuQuery } from "@/domain/menu/staff-menu-query-and-search";
import { messages as m } from "@/messages";
import { cachedMenu, saveOrder } from "@/staff/menu/api";
import { useOptimisticChange } from "@/staff/shared/use-optimistic-change";
import { ArrowDownIcon, ArrowUpIcon } from "@/ui/icons/form-icons";
import { GripIcon } from "@/ui/icons/staff-icons";
import { Box, Stack, Text } from "@/ui/layout";
import styles from "./reorder-list.module.css";

/** The whole menu as a short list to put in order: by buttons, or by dragging. */
export function ReorderList({
  truckId,
  menu,
}: {
  truckId: string;
  menu: readonly StaffMenuItem[];
}) {
  const client = useQueryClient();
  const { move, announcement } = useMenuOrder(truckId);
  const handleDrop = useCallback(
    (draggedId: string, targetId: string, edge: Edge) => {
      const place = placeBeside(cachedMenu(client, truckId), draggedId, targetId, edge);
      if (place !== null) move(draggedId, place);
    },
    [client, truckId, move],
  );
  return (
    <>
      <Text measure="column" marginBottom={4} soft id="order-hint">
        {m.menu.sort.hint}
      </Text>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <Box
        as="ol"
        measure="column"
        surface="card"
        radius="card"
        outlined
        aria-label={m.menu.sort.label}
        aria-describedby="order-hint"
        className={styles.list}
      >
        {menu.map((item, place) => (
          <OrderRow
            key={item._id}
            item={item}
            place={place}
            isLast={place === menu.length - 1}
            onMove={move}
            onDrop={handleDrop}
          />
        ))}
      </Box>
    </>
  );
}

interface OrderRowProps {
  item: StaffMenuItem;
  place: number;
  isLast: boolean;
  onMove: (itemId: string, place: number) => void;
  onDrop: (draggedId: string, targetId: string, edge: Edge) => void;
}

/** Drawn again only when its own menu item or place changes. */
const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { item, place, isLast, onMove, onDrop } = props;
  const row = useRef<HTMLLIElement>(null);
  useRowDrag({ row, itemId: item._id, label: item.name, previewClass: styles.preview, onDrop });
  useEffect(() => {
    // After a move by key the row may be anywhere; drags happen in sight.
    const focused = row.current?.contains(document.activeElement);
    if (focused && place >= 0) row.current?.scrollIntoView({ block: "nearest" });
  }, [place]);
  const handleKey = (event: KeyboardEvent) => {
    const target = { Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onMove(item._id, target);
  };
  return (
    <li ref={row} className={styles.row}>
      <Stack as="span" align="center" items="center" soft className={styles.grip}>
        <GripIcon />
      </Stack>
      <Stack as="span" grow shrinks paddingBlock={1} className={styles.words}>
        <Text as="span" weight={650} breaks>
          {item.name}
        </Text>
        <Text as="span" soft size="s" breaks>
          {item.section || item.category}
        </Text>
      </Stack>
      {/* Not `disabled` at the ends: the focus has to survive the move that leads there. */}
      <Box
        as="button"
        bare
        square
        radius="control"
        type="button"
        className={styles.arrow}
        aria-label={m.menu.sort.up({ name: item.name })}
        aria-disabled={place === 0}
        aria-keyshortcuts="Home End"
        onKeyDown={handleKey}
        onClick={() => onMove(item._id, place - 1)}
      >
        <ArrowUpIcon />
      </Box>
      <Box
        as="button"
        bare
        square
        radius="control"
        type="button"
        className={styles.arrow}
        aria-label={m.menu.sort.down({ name: item.name })}
        aria-disabled={isLast}
        aria-keyshortcuts="Home End"
        onKeyDown={handleKey}
        onClick={() => onMove(item._id, place + 1)}
      >
        <ArrowDownIcon />
      </Box>
    </li>
  );
});

interface MenuOrder {
  /** Moves a menu item to a place, counted from 0. */
  move: (itemId: string, place: number) => void;
  /** What the last move did, for people who do not see it. */
  announcement: string;
}

interface Move {
  itemId: string;
  place: number;
}

/**
 * Puts the menu in another order: shown at once and saved behind it. One save runs at a time; what
 * was moved meanwhile goes with the next one, so that quick moves cannot overtake each other.
 */
function useMenuOrder(truckId: string): MenuOrder {
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState("");
  /** The order that the server has. */
  const saved = useRef<StaffMenuItem[]>([]);
  const scope = `menu-order-${truckId}`;
  const { mutate } = useOptimisticChange({
    queryKey: staffMenuQuery(truckId).queryKey,
    scope,
    show: (menu, { itemId, place }: Move) => movedTo(menu, itemId, place),
    send: async () => {
      const shown = cachedMenu(client, truckId);
      if (isSameOrder(shown, saved.current)) return;
      await saveOrder(truckId, idsOf(shown));
      saved.current = shown;
    },
    takeBack: (menu) => inOrderOf(menu, saved.current),
    failed: refusal,
  });
  const move = useCallback(
    (itemId: string, place: number) => {
      const before = cachedMenu(client, truckId);
      const after = movedTo(before, itemId, place);
      if (isSameOrder(after, before)) return;
      if (client.isMutating({ mutationKey: [scope] }) === 0) saved.current = before;
      mutate({ itemId, place });
      setAnnouncement(positionMessage(after, itemId));
    },
    [client, truckId, scope, mutate],
  );
  return { move, announcement };
}

function isSameOrder(one: readonly StaffMenuItem[], other: readonly StaffMenuItem[]): boolean {
  return one.every(({ _id }, index) => _id === other[index]?._id);
}

function idsOf(menu: readonly StaffMenuItem[]): string[] {
  return menu.map((item) => item._id);
}

/** Today's menu items in an earlier order; only the order goes back, not what else changed since. */
function inOrderOf(menu: StaffMenuItem[], earlier: readonly StaffMenuItem[]): StaffMenuItem[] {
  const places = new Map(earlier.map((item, place) => [item._id, place]));
  const placeOf = (item: StaffMenuItem) => places.get(item._id) ?? menu.length;
  return [...menu].sort((a, b) => placeOf(a) - placeOf(b));
}

function positionMessage(menu: readonly StaffMenuItem[], itemId: string): string {
  const place = menu.findIndex((item) => item._id === itemId);
  return m.menu.sort.moved({
    name: menu[place]?.name ?? "",
    place: place + 1,
    count: menu.length,
  });
}

function refusal(error: unknown): string {
  if (error instanceof ApiError && error.code === "menu_changed") return m.menu.sort.conflict;
  return m.menu.sort.failed({ errorMessage: errorMessage(error) });
}

const KIND = "menu-item";

interface RowDrag {
  row: RefObject<HTMLElement | null>;
  itemId: string;
  /** What hangs on the pointer meanwhile. */
  label: string;
  previewClass: string | undefined;
  onDrop: (draggedId: string, targetId: string, edge: Edge) => void;
}

/**
 * Lets a row be dragged and be dropped on. What the row shows meanwhile is written to its element as
 * `data-dragging` and `data-edge`: a drag over 300 rows must not draw any of them again.
 */
function useRowDrag({ row, itemId, label, previewClass, onDrop }: RowDrag): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    return combine(
      draggable({
        element,
        getInitialData: () => ({ kind: KIND, itemId }),
        onGenerateDragPreview: ({ nativeSetDragImage }) =>
          setCustomNativeDragPreview({
            nativeSetDragImage,
            getOffset: pointerOutsideOfPreview({ x: "16px", y: "8px" }),
            render: ({ container }) => {
              const preview = document.createElement("div");
              preview.className = previewClass ?? "";
              preview.textContent = label;
              container.append(preview);
            },
          }),
        onDragStart: () => {
          element.dataset.dragging = "";
        },
        onDrop: () => {
          delete element.dataset.dragging;
        },
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === KIND && source.data.itemId !== itemId,
        onDrag: ({ location }) => {
          element.dataset.edge = edgeOf(element, location.current.input.clientY);
        },
        onDragLeave: () => {
          delete element.dataset.edge;
        },
        onDrop: ({ source, location }) => {
          delete element.dataset.edge;
          const edge = edgeOf(element, location.current.input.clientY);
          onDrop(String(source.data.itemId), itemId, edge);
        },
      }),
    );
  }, [row, itemId, label, previewClass, onDrop]);
}

function edgeOf(element: HTMLElement, y: number): Edge {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2 ? "above" : "below";
}

/** Where a menu item goes when the menu is put in another order. Places count from 0. */
interface Entry {
  _id: string;
}

/** The side of a row that a dragged row would be put on. */
type Edge = "above" | "below";

/** The menu with one menu item at another place; places beyond the ends mean the ends. */
export function movedTo<T extends Entry>(menu: readonly T[], id: string, place: number): T[] {
  const entry = menu.find((candidate) => candidate._id === id);
  if (!entry) return [...menu];
  const others = menu.filter((candidate) => candidate !== entry);
  others.splice(Math.max(0, place), 0, entry);
  return others;
}

/** The place that a menu item gets when it is dropped on a side of another one; null when it has none. */
export function placeBeside(
  menu: readonly Entry[],
  id: string,
  targetId: string,
  edge: Edge,
): number | null {
  const others = menu.filter((entry) => entry._id !== id);
  const target = others.findIndex((entry) => entry._id === targetId);
  if (target < 0) return null;
  return edge === "below" ? target + 1 : target;
}
