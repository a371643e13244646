export const uiCharts = {
  chart: "Chart",
  table: "Table",
  view: ({ title }: { title: string }) => `${title}: view`,
  tableOf: ({ title }: { title: string }) => `${title}: table`,
  barChart: ({ drawn, sentence }: { drawn: string; sentence: string }) =>
    `${drawn}: bar chart. ${sentence}`,
  barByBar: ({ title }: { title: string }) => `${title}: bar by bar`,
  barText: ({ name, details }: { name: string; details: readonly string[] }) =>
    `${name}: ${details.join(", ")}`,
  showMore: ({ more, hidden }: { more: number; hidden: number }) =>
    `Show ${more} more of ${hidden}`,
};
