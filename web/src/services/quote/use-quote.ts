import { quoteService } from '@rumbo/contract/billing.contract'
import type { InputOf } from '@rumbo/contract/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useData } from '../../app/data/use-data.ts'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { isAmount } from '../service-check.rules.ts'
import { pointOf, type ServiceDraft } from '../service-draft.rules.ts'

type Asked = NonNullable<InputOf<typeof quoteService>['body']>

const typingMs = 400
const keptMs = 60_000

/** What a quote needs of a draft; null until the fleet, the type and two stops are known, and every stop has a place. */
export function quoteInputOf(draft: ServiceDraft, fleetId: string | null, currency: string): Asked | null {
  const startsAt = draft.stops[0]?.timeWindowStart ?? draft.dispatchTime
  if (fleetId === null || draft.serviceType === '' || startsAt === null) return null
  const stops = draft.stops.flatMap((stop) => {
    const point = pointOf(stop)
    const extraCost = isAmount(stop.extraCost, currency) ? stop.extraCost : null
    return point === null ? [] : [{ ...point, extraCost }]
  })
  if (stops.length < 2 || stops.length < draft.stops.length) return null
  const extras = draft.extras.map(({ key }) => key)
  return { fleetId, serviceType: draft.serviceType, startsAt, stops, extras }
}

/** The route and price of a draft, read again after it changes. `asked` null suspends it. */
export function useQuote(asked: Asked | null) {
  const { call } = useData()
  const text = JSON.stringify(asked)
  const settled = useDelayed(text, typingMs)
  const query = useQuery({
    queryKey: [quoteService.name, settled],
    enabled: asked !== null && settled !== 'null',
    staleTime: keptMs,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(quoteService, { body: JSON.parse(settled) as Asked }, { signal }),
  })
  const isCurrent = settled === text
  return {
    quote: asked !== null && isCurrent && !query.isPlaceholderData ? query.data : undefined,
    /** The extras of the last quote, while another is read. */
    lastOffered: query.data?.extras ?? [],
    isLoading: asked !== null && (!isCurrent || query.isFetching),
    hasFailed: asked !== null && isCurrent && query.isError,
    retry: () => void query.refetch(),
  }
}
