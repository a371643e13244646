/** MapLibre without WebGL: remembers what it was told, and puts markers into the container. */

type Listener = (event?: unknown) => void;

export class FakeMap {
  static all: FakeMap[] = [];
  /** Set to draw no map, as a browser without WebGL does. */
  static isUnsupported = false;

  readonly calls: { name: string; given: unknown[] }[] = [];
  readonly touchZoomRotate = { disableRotation: () => undefined };
  readonly grid: unknown[] = [];
  isRemoved = false;
  private readonly listeners: [string, Listener][] = [];

  constructor(
    readonly options: { container: HTMLElement; style: unknown } & Record<string, unknown>,
  ) {
    if (FakeMap.isUnsupported) throw new Error("WebGL is not supported");
    FakeMap.all.push(this);
  }

  static get last(): FakeMap {
    const map = FakeMap.all.at(-1);
    if (!map) throw new Error("No map was drawn.");
    return map;
  }

  on(name: string, listener: Listener) {
    this.listeners.push([name, listener]);
  }

  tell(event: string) {
    for (const [name, listener] of this.listeners) if (name === event) listener();
  }

  given(call: string): unknown[][] {
    return this.calls.filter(({ name }) => name === call).map(({ given }) => given);
  }

  addControl() {}
  getZoom = () => 4;
  getBounds = () => new FakeBounds([-123, 45], [-122, 46]);
  getSource = () => ({ setData: (data: unknown) => this.grid.push(data) });
  setStyle = (...given: unknown[]) => this.note("setStyle", given);
  fitBounds = (...given: unknown[]) => this.note("fitBounds", given);
  easeTo = (...given: unknown[]) => this.note("easeTo", given);

  remove() {
    this.isRemoved = true;
    this.options.container.replaceChildren();
  }

  private note(name: string, given: unknown[]) {
    this.calls.push({ name, given });
  }
}

class FakeMarker {
  constructor(private readonly options: { element: HTMLElement }) {}

  setLngLat([longitude, latitude]: [number, number]) {
    this.options.element.dataset.at = `${latitude} ${longitude}`;
    return this;
  }

  addTo(map: FakeMap) {
    map.options.container.append(this.options.element);
    return this;
  }

  remove() {
    this.options.element.remove();
  }
}

export class FakeBounds {
  readonly points: [number, number][];

  constructor(...points: [number, number][]) {
    this.points = points;
  }

  extend(point: [number, number]) {
    this.points.push(point);
  }

  getWest = () => Math.min(...this.points.map(([longitude]) => longitude));
  getEast = () => Math.max(...this.points.map(([longitude]) => longitude));
  getSouth = () => Math.min(...this.points.map(([, latitude]) => latitude));
  getNorth = () => Math.max(...this.points.map(([, latitude]) => latitude));
}

class FakeControl {}

/** For `vi.mock("maplibre-gl", …)`. */
export const fakeMapLibre = {
  Map: FakeMap,
  Marker: FakeMarker,
  LngLatBounds: FakeBounds,
  NavigationControl: FakeControl,
  ScaleControl: FakeControl,
  setWorkerUrl: () => undefined,
};
