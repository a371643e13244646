import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/utils/combine";
import { pointerOutsideOfPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/pointer-outside-of-preview";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview";
import { type RefObject, useEffect } from "react";
import type { Edge } from "./menu-order";

const KIND = "menu-item";

export interface RowDrag {
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
export function useRowDrag({ row, itemId, label, previewClass, onDrop }: RowDrag): void {
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
