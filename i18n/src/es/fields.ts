import type { FieldCode } from '@rumbo/contract/problems.contract'

export const fields = {
  required: 'Este dato es obligatorio',
  too_short: 'Es demasiado corto',
  too_long: 'Es demasiado largo',
  too_small: 'Es menor de lo permitido',
  too_big: 'Es mayor de lo permitido',
  wrong_format: 'El formato no es el esperado',
  wrong_type: 'El tipo de dato no es el esperado',
  unknown_field: 'Este dato no se conoce aquí',
  not_allowed: 'Este valor no se permite',
  email_invalid: 'Escribe un correo válido',
  phone_invalid: 'Escribe un teléfono válido',
  password_rules:
    'La contraseña lleva de 8 a 63 caracteres con minúscula, mayúscula, número y un carácter especial (!@#$%^&*)',
  vin_length: 'El VIN lleva exactamente 17 caracteres',
  year_future: 'El año no puede ser futuro',
  dispatch_past: 'La hora de despacho no puede estar en el pasado',
  stops_missing: 'Agrega al menos una parada',
  window_end_before_start: 'El fin de la ventana no puede ser antes de su inicio',
  window_before_dispatch: 'La ventana no puede iniciar antes de la hora de despacho',
  window_before_previous: 'La ventana no puede iniciar antes que la de la parada anterior',
  coordinates_missing: 'La parada necesita latitud y longitud',
  address_twice: 'Solo se guarda una dirección de cada tipo',
  role_needs_fleet: 'Esta función necesita una flotilla',
  role_needs_no_fleet: 'Esta función es de toda la empresa: no lleva flotilla',
  unknown_column: 'Esta columna no existe',
} as const satisfies Record<FieldCode, string>
