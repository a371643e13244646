import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import {
  changeLanguage,
  currentLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from "@/messages/language";
import { SegmentedChoice } from "@/ui/controls/choices";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import { useChangeProfile } from "./profile-api";

const CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The language of the staff's screens, on every device that this user signs in on. */
export function LanguageChoice() {
  const { mutateAsync } = useChangeProfile();

  function choose(language: Language): void {
    whenDone(mutateAsync({ language }), {
      onSuccess: () => changeLanguage(language),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <Stack as="section" gap={4} aria-labelledby="own-language">
      <Text as="h2" size="xl" id="own-language">
        {m.common.language}
      </Text>
      <SegmentedChoice
        label={m.common.language}
        choices={CHOICES}
        value={currentLanguage()}
        onChange={choose}
      />
    </Stack>
  );
}
