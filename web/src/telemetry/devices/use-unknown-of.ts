import { useCan, useWorkspace } from '../../app/client-context.tsx'

/** Whose unknown devices are shown: all of them to super admins, to others those the active company expects. */
export function useUnknownOf(): { companyId?: string } {
  const can = useCan()
  const { company } = useWorkspace()
  return can('monitoring.read') || company === null ? {} : { companyId: company.id }
}
