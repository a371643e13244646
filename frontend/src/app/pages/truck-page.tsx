export function TruckPage({ slug }: { slug: string | undefined }) {
  return <h1>{slug}</h1>;
}
