import { useMutation } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { Language } from "@/messages/language";
import { replaceUser } from "@/staff/session/session";

/** Email and password change only together with the present password. */
export interface ProfileChange {
  name?: string;
  language?: Language;
  email?: string;
  currentPassword?: string;
  newPassword?: string;
}

export function useChangeProfile() {
  return useMutation({
    mutationFn: async (change: ProfileChange) =>
      (await answer(api.PUT("/api/auth/profile", { body: change }))).user,
    onSuccess: replaceUser,
  });
}
