import { readVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { useEffect } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** The vehicle named in the address, whether or not the list shows it. Shows a toast if it does not exist. */
export function useNamedVehicle(vehicleId: string, onGiveUp: () => void): Vehicle | undefined {
  const { t } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const { data, isLoadingError, error } = useEndpoint(readVehicle, { params: { id: vehicleId } })
  useEffect(() => {
    if (!isLoadingError) return
    show({ type: 'error', message: message(error, t('vehicles.error.notFound')) })
    onGiveUp()
  }, [isLoadingError, error, show, message, t, onGiveUp])
  return data
}
