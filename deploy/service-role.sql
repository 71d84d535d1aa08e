-- Run by psql as the superuser, each time that compose starts: the service's own role owns its database and nothing else.
\getenv password SERVICE_PASSWORD
select 'create role speech' where not exists (select from pg_roles where rolname = 'speech') \gexec
alter role speech with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
select 'create database speech owner speech' where not exists (select from pg_database where datname = 'speech') \gexec
revoke connect, temporary on database postgres, template1, speech from public;
