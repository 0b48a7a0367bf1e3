import { type ComponentProps, lazy, Suspense } from 'react'

// One chunk for both, loaded when something is chosen.
const details = () => import('./map-details.ts')
const LazyMapCard = lazy(() => details().then((file) => ({ default: file.MapCard })))
const LazyVehicleChoice = lazy(() => details().then((file) => ({ default: file.VehicleChoice })))
const LazyLayerData = lazy(() => import('./LayerData.tsx').then((file) => ({ default: file.LayerData })))

export const MapCard = (props: ComponentProps<typeof LazyMapCard>) => (
  <Suspense>
    <LazyMapCard {...props} />
  </Suspense>
)
export const VehicleChoice = (props: ComponentProps<typeof LazyVehicleChoice>) => (
  <Suspense>
    <LazyVehicleChoice {...props} />
  </Suspense>
)
export const LayerData = (props: ComponentProps<typeof LazyLayerData>) => (
  <Suspense>
    <LazyLayerData {...props} />
  </Suspense>
)
