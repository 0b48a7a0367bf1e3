import type { Service } from '@rumbo/contract/services.contract'
import { skipToken, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive } from '../../live/use-live.ts'
import { type FollowedServices, followedKeyOf } from './followed.ts'
import { useData } from './use-data.ts'

/**
 * Follows the services of these fleets that wait or are under way, without an order, kept up to date by the live stream
 * while the component is on screen. Only one component of a page may use it.
 * @returns null until all fleets have arrived, and where lists are to be read instead
 */
export function useFollowedServices(fleetIds: readonly string[]): readonly Service[] | null {
  const live = useLive()
  const { forgetFollowed } = useData()
  const wanted = fleetIds.join(' ')
  useEffect(() => {
    live.follow(wanted === '' ? [] : wanted.split(' '))
    return () => {
      live.follow([])
      forgetFollowed()
    }
  }, [live, wanted, forgetFollowed])
  const answers = useQueries({
    queries: fleetIds.map((fleetId) => ({
      queryKey: followedKeyOf(fleetId),
      queryFn: skipToken,
      enabled: false,
    })),
    combine: (found) => found.map(({ data }) => (data ?? null) as FollowedServices | null),
  })
  return useMemo(() => {
    if (answers.length === 0 || answers.some((answer) => answer === null)) return null
    return answers.flatMap((answer) => answer?.items ?? [])
  }, [answers])
}
