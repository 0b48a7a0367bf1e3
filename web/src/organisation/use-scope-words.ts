import { parseScope } from '@rumbo/contract/access'
import { useMemo } from 'react'
import { useWorkspace } from '../app/client-context.tsx'
import { useText } from '../ui/i18n.tsx'

/** Formats scopes in words: company, fleet, vehicle. */
export function useScopeWords(names: ReadonlyMap<string, string>) {
  const { t } = useText()
  const { companies, fleets } = useWorkspace()
  return useMemo(() => {
    const known = new Map([...companies, ...fleets].map(({ id, name }) => [id, name]))
    const nameOf = (id: string) => names.get(id) ?? known.get(id)
    /** Within its company: all of it, a fleet or one vehicle. */
    const within = (scope: string): string => {
      const parts = parseScope(scope)
      if (parts === null || parts.fleet === '*') return t('tree.scope.wholeCompany')
      const fleet =
        parts.fleet === '-' ? t('tree.scope.noFleet') : (nameOf(parts.fleet) ?? t('tree.scope.someFleet'))
      if (parts.vehicle === '*') return fleet
      const vehicle = nameOf(parts.vehicle)
      return vehicle ? t('tree.scope.vehicle', { fleet, vehicle }) : t('tree.scope.someVehicle', { fleet })
    }
    const whole = (scope: string): string => {
      const parts = parseScope(scope)
      if (parts === null || parts.company === '*') return t('tree.scope.everything')
      return `${nameOf(parts.company) ?? t('tree.scope.someCompany')} · ${within(scope)}`
    }
    return { within, whole }
  }, [t, companies, fleets, names])
}
