import { useMutation } from "@tanstack/react-query";
import type { User } from "@/api/admin-types";
import { apiPut } from "@/api/client";
import { replaceUser } from "./session";

/** Email and password change only together with the present password. */
export interface ProfileChange {
  name?: string;
  email?: string;
  currentPassword?: string;
  newPassword?: string;
}

export function useChangeProfile() {
  return useMutation({
    mutationFn: async (change: ProfileChange) =>
      (await apiPut<{ user: User }>("/auth/profile", change)).user,
    onSuccess: replaceUser,
  });
}
