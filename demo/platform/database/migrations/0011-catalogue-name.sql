-- Which file the catalogue was made of, by its hash. No row: the films of the project.
create table catalogue_sources (hash text not null);
