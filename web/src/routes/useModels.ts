import { useQuery } from "@tanstack/react-query";
import type { ModelChoice } from "../components/ChoiceMenus";
import type { Model } from "../contract/api";
import { useServices } from "./services";

/** The models that can be chosen, and the one taken when nobody chooses. */
export function useModels(): { models: Model[]; fallback: ModelChoice | null } {
  const { metis } = useServices();
  const query = useQuery({ queryKey: ["models"], queryFn: () => metis.models(), staleTime: 60_000 });
  const models = query.data ?? [];
  const first = models.find((model) => model.default) ?? models[0];
  return { models, fallback: first === undefined ? null : { provider: first.provider, model: first.id } };
}
