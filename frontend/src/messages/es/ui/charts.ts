import type { uiCharts as en } from "@/messages/en/ui/charts";

export const uiCharts: typeof en = {
  chart: "Gráfica",
  table: "Tabla",
  view: ({ title }: { title: string }) => `${title}: vista`,
  tableOf: ({ title }: { title: string }) => `${title}: tabla`,
  barChart: ({ drawn, sentence }: { drawn: string; sentence: string }) =>
    `${drawn}: gráfica de barras. ${sentence}`,
  barByBar: ({ title }: { title: string }) => `${title}: barra por barra`,
  barText: ({ name, details }: { name: string; details: readonly string[] }) =>
    `${name}: ${details.join(", ")}`,
  showMore: ({ more, hidden }: { more: number; hidden: number }) =>
    `Mostrar ${more} más de ${hidden}`,
};
