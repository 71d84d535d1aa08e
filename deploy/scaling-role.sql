-- Run by psql as the superuser in the database of the service, once after its migration: a role for an autoscaler, which reads
-- the view scaling_queues and nothing else.
\getenv password SCALING_PASSWORD
select 'create role speech_scaling' where not exists (select from pg_roles where rolname = 'speech_scaling') \gexec
alter role speech_scaling with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit 10 password :'password';
alter role speech_scaling set default_transaction_read_only = on;
alter role speech_scaling set statement_timeout = '5s';
select format('grant connect on database %I to speech_scaling', current_database()) \gexec
grant select on scaling_queues to speech_scaling;
