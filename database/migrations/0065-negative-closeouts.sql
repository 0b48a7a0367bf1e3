-- A driver whose voided payments or refunds exceed the cash received is given money at the close-out.
alter table payments.closeouts drop constraint closeouts_counted_minor_check;
