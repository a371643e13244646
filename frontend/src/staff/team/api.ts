import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api, list } from "@/domain/api/client";
import type { Role, User } from "@/domain/api/staff-types";
import { usersKey } from "@/domain/query-keys";
import type { Language } from "@/messages/language";

interface NewUser {
  email: string;
  name: string;
  password: string;
  role: Role;
  truckId: string | null;
}

/** An account without a password, which the invited person sets by a link. */
type Invitation = Omit<NewUser, "password"> & { language: Language };

/** What is sent changes, the rest stays. */
export interface UserChange {
  name?: string;
  role?: Role;
  truckId?: string | null;
  isActive?: boolean;
  password?: string;
}

export function usersQuery() {
  return queryOptions({
    queryKey: usersKey(),
    queryFn: ({ signal }) => list(api.GET("/api/users", { signal })),
    // The names of the trucks come with it, and may have been changed on another screen.
    refetchOnMount: "always",
  });
}

/** Adds a user to the staff; the same key twice adds them once. */
export function useAddUser() {
  const keepUser = useKeepUser();
  return useMutation({
    mutationFn: async ({ user, key }: { user: NewUser; key: string }) => {
      const header = { "Idempotency-Key": key };
      const call = api.POST("/api/auth/register", { params: { header }, body: user });
      return (await answer(call)).user;
    },
    onSuccess: keepUser,
  });
}

export function useChangeUser() {
  const keepUser = useKeepUser();
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: UserChange }) =>
      (
        await answer(
          api.PATCH("/api/users/{user_id}", { params: { path: { user_id: id } }, body: change }),
        )
      ).user,
    onSuccess: keepUser,
  });
}

/** Invites by e-mail; the same key twice sends one. */
export function useInvite() {
  const keepUser = useKeepUser();
  return useMutation({
    mutationFn: async ({ user, key }: { user: Invitation; key: string }) => {
      const header = { "Idempotency-Key": key };
      return (await answer(api.POST("/api/invitations", { params: { header }, body: user }))).user;
    },
    onSuccess: keepUser,
  });
}

export function useInviteAgain() {
  const keepUser = useKeepUser();
  return useMutation({
    mutationFn: async (id: string) =>
      (
        await answer(
          api.POST("/api/users/{user_id}/invitation", { params: { path: { user_id: id } } }),
        )
      ).user,
    onSuccess: keepUser,
  });
}

/** Deletes the account that was invited. */
export function useWithdrawInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE("/api/users/{user_id}/invitation", { params: { path: { user_id: id } } })),
    onSuccess: (_, id) => {
      queryClient.setQueryData(usersQuery().queryKey, (users: User[] | undefined) =>
        users?.filter(({ _id }) => _id !== id),
      );
    },
  });
}

/** Erases the account and the person's name. The answer is the name that stands for them now. */
export function useEraseUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      answer(
        api.POST("/api/users/{user_id}/erasure", {
          params: { path: { user_id: id } },
          body: { reason },
        }),
      ),
    onSuccess: (_, { id }) => {
      queryClient.setQueryData(usersQuery().queryKey, (users: User[] | undefined) =>
        users?.filter(({ _id }) => _id !== id),
      );
    },
  });
}

/** For a lost device: the user signs in with the password alone again. */
export function useRemoveFactors() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      answer(
        api.DELETE("/api/users/{user_id}/second-factors", { params: { path: { user_id: id } } }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usersQuery().queryKey }),
  });
}

/** Shows the server's answer in the list at once, and asks for the list's new order. */
function useKeepUser() {
  const queryClient = useQueryClient();
  return (user: User) => {
    queryClient.setQueryData(usersQuery().queryKey, (users: User[] | undefined) =>
      users?.some(({ _id }) => _id === user._id)
        ? users.map((known) => (known._id === user._id ? user : known))
        : users && [...users, user],
    );
    void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey });
  };
}
