import { messages as m } from "@/messages";
import { Notice } from "@/ui/feedback/notice";
import { Box } from "@/ui/layout";

export function NoTruckNotice() {
  return (
    <Box measure="column" marginTop={6}>
      <Notice tone="warning" title={m.dashboard.noTruck.title}>
        {m.dashboard.noTruck.hint}
      </Notice>
    </Box>
  );
}
