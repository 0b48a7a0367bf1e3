import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { useWords } from './tracking-texts.ts'

interface VehicleCardProps {
  service: TrackedService
  vehicle: NonNullable<TrackedService['vehicle']>
}

/** By what a customer recognises the vehicle: driver, number, make, colour and plate. */
export function VehicleCard({ service: { driverFirstName }, vehicle }: VehicleCardProps) {
  const { t } = useWords()
  return (
    <section className="vehicle" aria-label={t('tracking.vehicle')}>
      <span className="disc" aria-hidden="true">
        {(driverFirstName ?? vehicle.number).slice(0, 1).toUpperCase()}
      </span>
      <div>
        <h2>{driverFirstName ?? t('tracking.driver.none')}</h2>
        <p className="soft">
          {t('tracking.unit', { number: vehicle.number })} · {vehicle.make} {vehicle.model},{' '}
          {t(`tracking.color.${vehicle.color}`)}
        </p>
      </div>
      <span className="plate">
        <span className="hidden">{t('tracking.plate')} </span>
        {vehicle.plate}
      </span>
    </section>
  )
}
